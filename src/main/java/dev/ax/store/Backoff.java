package dev.ax.store;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Growing, capped and jittered delays: doubled at each step, and drawn from the upper half, so that nodes that lost one
 * server do not come back in step. Owned by one event loop.
 */
final class Backoff {
    private final long firstMs;
    private final long lastMs;
    private long nextMs;

    Backoff(long firstMs, long lastMs) {
        this.firstMs = firstMs;
        this.lastMs = lastMs;
        this.nextMs = firstMs;
    }

    long nextMs() {
        long most = nextMs;
        nextMs = Math.min(lastMs, nextMs * 2);
        return most / 2 + ThreadLocalRandom.current().nextLong(most - most / 2) + 1;
    }

    void reset() {
        nextMs = firstMs;
    }
}
