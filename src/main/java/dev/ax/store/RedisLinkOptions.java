package dev.ax.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What tells one link from another.
 *
 * @param purpose one word for logs and messages, for example {@code leases}
 * @param scripts loaded whenever a connection is made
 * @param maxCalls most calls under way, waiting ones included; more are refused as BUSY
 * @param patience how long a call that was not sent yet waits for a connection that is being made
 * @param nanoTime a monotonic reading in nanoseconds
 */
record RedisLinkOptions(
        String purpose, Collection<LuaScript> scripts, int maxCalls, Duration patience, LongSupplier nanoTime) {

    /** Half of what the client queues on a connection, so that its own bound is never met. */
    static final int DEFAULT_MAX_CALLS = 8_192;

    /** Long enough for a server that restarts, short enough that a caller is told of an outage at once. */
    static final Duration DEFAULT_PATIENCE = Duration.ofMillis(250);

    RedisLinkOptions {
        scripts = List.copyOf(scripts);
    }

    static RedisLinkOptions of(String purpose, Collection<LuaScript> scripts, LongSupplier nanoTime) {
        return new RedisLinkOptions(purpose, scripts, DEFAULT_MAX_CALLS, DEFAULT_PATIENCE, nanoTime);
    }
}
