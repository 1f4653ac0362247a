package dev.ax.store;

import dev.ax.testing.RedisServer;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How often each command of Redis was called, by clients and from scripts alike. */
record CommandCounts(SortedMap<String, Long> calls) {
    /** What the counting itself calls. */
    private static final Set<String> COUNTING = Set.of("config", "config|resetstat", "info");

    /** Those that a server was asked to run by an action; nobody else may use it meanwhile. */
    static CommandCounts of(RedisServer redis, Runnable action) {
        redis.command("CONFIG", "RESETSTAT");
        action.run();
        SortedMap<String, Long> calls = new TreeMap<>();
        String statistics = (String) redis.command("INFO", "commandstats");
        statistics.lines().filter(line -> line.startsWith("cmdstat_")).forEach(line -> {
            String name = line.substring("cmdstat_".length(), line.indexOf(':'));
            if (!COUNTING.contains(name)) {
                calls.put(name, Long.valueOf(line.substring(line.indexOf('=') + 1, line.indexOf(','))));
            }
        });
        return new CommandCounts(calls);
    }

    /** Reads what {@link #toString} wrote. */
    static CommandCounts parse(String text) {
        SortedMap<String, Long> calls = new TreeMap<>();
        for (String each : text.split(", ", -1)) {
            int space = each.indexOf(' ');
            calls.put(each.substring(0, space), Long.valueOf(each.substring(space + 1)));
        }
        return new CommandCounts(calls);
    }

    long of(String command) {
        return calls.getOrDefault(command, 0L);
    }

    @Override
    public String toString() {
        return calls.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
