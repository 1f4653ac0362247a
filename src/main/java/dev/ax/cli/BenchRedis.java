package dev.ax.cli;

import dev.ax.process.EmbeddedRedis;
import dev.ax.process.RedisProbe;
import dev.ax.process.SlowLog;
import dev.ax.process.SlowLog.Longest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The empty Redis of a round: one of its own, or one that is up, which is left as empty as it was. Blocks; for one
 * thread.
 */
final class BenchRedis implements AutoCloseable {
    /** Not the default, so that the benchmark's keys are never another ax's. */
    private static final String NAME = "ax-bench";

    private static final int DEFAULT_PORT = 6379;
    private static final String SLOWER = "slowlog-log-slower-than";
    private static final String KEPT = "slowlog-max-len";
    private static final int WATCHED_MICROS = 1000;
    private static final int WATCHED_COMMANDS = 100_000;
    private static final long LOOK_MS = 50;

    private static final String CLEAR = "EVAL \"local n = redis.call('KEYS', '{" + NAME
            + ":*') for _, k in ipairs(n) do redis.call('UNLINK', k) end return #n\" 0";

    private final InetSocketAddress address;
    private final String url;
    private final EmbeddedRedis own;
    private final Path folder;

    private BenchRedis(InetSocketAddress address, String url, EmbeddedRedis own, Path folder) {
        this.address = address;
        this.url = url;
        this.own = own;
        this.folder = folder;
    }

    /**
     * What figures depend on.
     *
     * @param version with the name of the server
     * @param aof when its append-only file is synced, as in {@code appendfsync}; {@code none} where it keeps none
     */
    record Kind(String version, String aof) {}

    /** Starts one, or takes the one of the settings. */
    static BenchRedis open(BenchSettings settings) throws IOException {
        if (settings.url() != null) {
            return at(settings.url());
        }
        Path folder = settings.aof() ? Files.createTempDirectory("ax-bench") : null;
        EmbeddedRedis own = EmbeddedRedis.start(folder);
        return new BenchRedis(new InetSocketAddress(RedisProbe.loopback(), own.port()), own.url(), own, folder);
    }

    /**
     * One that is up.
     *
     * @throws IllegalArgumentException if the URL is not {@code redis://host[:port]}
     */
    static BenchRedis at(String url) {
        try {
            URI uri = new URI(url);
            boolean plain = "redis".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && List.of("", "/", "/0").contains(uri.getPath());
            if (plain) {
                int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
                return new BenchRedis(new InetSocketAddress(uri.getHost(), port), url, null, null);
            }
        } catch (URISyntaxException fault) {
            throw new IllegalArgumentException(url, fault);
        }
        throw new IllegalArgumentException(url);
    }

    /** What a node is told, to work on it under the defaults otherwise. */
    Map<String, String> config() {
        Map<String, String> config = new TreeMap<>(LocalNode.PRIVATE);
        config.putAll(Map.of("name", NAME, "redis.url", url, "redis.mode", "standalone"));
        return config;
    }

    /** Whether it holds nothing, of nobody. */
    boolean isEmpty() {
        return ask("DBSIZE").equals(":0");
    }

    Kind kind() {
        String valkey = info("server", "valkey_version");
        return new Kind(
                valkey.isEmpty() ? "Redis " + info("server", "redis_version") : "Valkey " + valkey,
                setting("appendonly").equals("yes") ? setting("appendfsync") : "none");
    }

    /** CPU of all its threads, the kernel's share included. */
    double cpuMicros() {
        return 1e6
                * (Double.parseDouble(info("cpu", "used_cpu_user")) + Double.parseDouble(info("cpu", "used_cpu_sys")));
    }

    long memory() {
        return Long.parseLong(info("memory", "used_memory"));
    }

    /** The longest command during some work. Its slow log is empty afterwards, its settings are as before. */
    Longest longestDuring(Runnable work) {
        String slower = setting(SLOWER);
        String kept = setting(KEPT);
        ask("CONFIG SET " + SLOWER + " " + WATCHED_MICROS);
        ask("CONFIG SET " + KEPT + " " + WATCHED_COMMANDS);
        ask("SLOWLOG RESET");
        try {
            work.run();
            return longest();
        } finally {
            ask("SLOWLOG RESET");
            ask("CONFIG SET " + SLOWER + " " + slower);
            ask("CONFIG SET " + KEPT + " " + kept);
        }
    }

    /** Ends it, or takes out what the benchmark put in. */
    @Override
    public void close() throws IOException {
        if (own == null) {
            clear();
            return;
        }
        own.close();
        if (folder != null) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private Longest longest() {
        try (RedisProbe probe = new RedisProbe(address)) {
            return SlowLog.longest(probe);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private void clear() {
        ask(CLEAR);
        while (!info("memory", "lazyfree_pending_objects").equals("0")) {
            BenchEnds.pause(LOOK_MS);
        }
    }

    private String setting(String name) {
        try (RedisProbe probe = new RedisProbe(address)) {
            return probe.list("CONFIG GET " + name).get(1);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private String info(String section, String field) {
        try (RedisProbe probe = new RedisProbe(address)) {
            return probe.info(section, field);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private String ask(String command) {
        try (RedisProbe probe = new RedisProbe(address)) {
            String answer = probe.ask(command);
            if (answer.startsWith("-")) {
                throw new IllegalStateException(command + " was answered " + answer);
            }
            return answer;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
