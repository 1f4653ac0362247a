package dev.ax.testing;

/** A master, its replica, and the sentinel that watches both under the name {@link #MASTER_NAME}. */
public record RedisSentinelServers(RedisServer master, RedisServer replica, RedisServer sentinel)
        implements AutoCloseable {
    public static final String MASTER_NAME = "ax-test";

    @Override
    public void close() {
        sentinel.close();
        replica.close();
        master.close();
    }
}
