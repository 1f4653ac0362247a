package dev.ax.drill;

import dev.ax.process.SlowLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Redis by itself, started again on its append-only file. */
final class DrillRedis implements DrillStore {
    private static final String ALWAYS = "always";

    /** What {@code everysec} may lose: the second between two syncs, and the time that one takes. */
    private static final Duration LAST_SECOND = Duration.ofMillis(1_500);

    private final String appendfsync;
    private final DrillServer server;

    /** @param appendfsync {@code always} or {@code everysec} */
    DrillRedis(String appendfsync) {
        this.appendfsync = appendfsync;
        this.server = new DrillServer(0, appendfsync, List.of());
    }

    @Override
    public Map<String, String> config() {
        return Map.of("redis.url", server.url());
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void start() {
        server.start();
    }

    @Override
    public void freeze() {
        server.freeze();
    }

    @Override
    public void thaw() {
        server.thaw();
    }

    @Override
    public void watchCommands() {
        server.watchCommands();
    }

    @Override
    public SlowLog.Longest longestCommand() {
        return server.longestCommand();
    }

    @Override
    public void set(String key, String value) {
        server.ask("SET " + Arena.key(key) + " " + value);
    }

    @Override
    public Duration mayLose() {
        return appendfsync.equals(ALWAYS) ? Duration.ZERO : LAST_SECOND;
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}
