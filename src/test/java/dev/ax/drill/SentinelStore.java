package dev.ax.drill;

import dev.ax.process.SlowLog;
import dev.ax.testing.RedisSentinelServers;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import java.time.Duration;
import java.util.Map;

/** A master with a replica that a sentinel promotes. One kill of the master is what it is for. */
final class SentinelStore implements DrillStore {
    private final RedisSentinelServers servers = RedisServers.sentinel();

    @Override
    public Map<String, String> config() {
        return Map.of(
                "redis.mode",
                "sentinel",
                "redis.url",
                servers.sentinel().url(),
                "redis.master-name",
                RedisSentinelServers.MASTER_NAME);
    }

    @Override
    public void kill() {
        servers.master().kill9();
        servers.replica().awaitLog("MASTER MODE enabled");
    }

    /** As the sentinel makes of it: a replica of the new master. */
    @Override
    public void start() {
        servers.master().restart();
    }

    @Override
    public void freeze() {
        servers.master().stopProcess();
    }

    @Override
    public void thaw() {
        servers.master().continueProcess();
    }

    @Override
    public void watchCommands() {
        servers.replica().command("SLOWLOG", "RESET");
    }

    @Override
    public SlowLog.Longest longestCommand() {
        return new SlowLog.Longest(0, "-");
    }

    @Override
    public void set(String key, String value) {
        servers.replica().command("SET", Arena.key(key), value);
    }

    @Override
    public Duration mayLose() {
        return Duration.ofSeconds(1);
    }

    @Override
    public int port() {
        RedisServer master = servers.master();
        return master.port();
    }

    @Override
    public void close() {
        servers.close();
    }
}
