package dev.ax.process;

import dev.ax.store.ScriptNames;
import java.io.IOException;

/** What held a Redis up, by its own slow log. Its times are of the clock, so they hold what the system took from it as well. */
public final class SlowLog {
    private static final int ENTRIES = 100_000;

    /** Micros, command and first word of the longest command. */
    private static final String LONGEST = "EVAL \"local m, c, a = 0, '-', '-' for _, e in ipairs(redis.call('SLOWLOG',"
            + " 'GET', " + ENTRIES + ")) do if e[3] > m then m, c, a = e[3], e[4][1], e[4][2] or '-' end end"
            + " return m .. ' ' .. c .. ' ' .. string.sub(a, 1, 40)\" 0";

    private SlowLog() {}

    /**
     * The command that took longest.
     *
     * @param command the name of the script where it was one of ax's; {@code -} where the log is empty
     */
    public record Longest(double millis, String command) {}

    /** The longest of those in the log. */
    public static Longest longest(RedisProbe redis) throws IOException {
        String[] parts = redis.ask(LONGEST).split(" ", 3);
        String script = ScriptNames.bySha1().get(parts[2]);
        return new Longest(Double.parseDouble(parts[0]) / 1000, script == null ? parts[1] : script);
    }
}
