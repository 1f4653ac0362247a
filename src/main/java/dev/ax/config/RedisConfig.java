package dev.ax.config;

import java.time.Duration;
import java.util.List;

/**
 * How Redis is reached.
 *
 * @param urls one for standalone, several for sentinels or cluster nodes: {@code redis://[user:password@]host:port[/db]}
 * @param masterName of the sentinels' master; used in mode SENTINEL only
 * @param commandTimeout a call without an answer for this long fails, and its connection is made anew
 */
public record RedisConfig(Mode mode, List<String> urls, String masterName, Duration commandTimeout) {

    public RedisConfig {
        urls = List.copyOf(urls);
    }

    /** How the servers are connected to each other. */
    public enum Mode {
        STANDALONE,
        SENTINEL,
        CLUSTER
    }
}
