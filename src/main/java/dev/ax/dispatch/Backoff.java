package dev.ax.dispatch;

/** Growing waits between calls to a store that is away. Owned by one event loop. */
final class Backoff {
    /** A lost answer costs no more than this. */
    static final long FIRST_MS = 50;

    /** So that a node is back within a second of its store, at one call a second while it waits. */
    static final long LONGEST_MS = 1_000;

    private long nextMs = FIRST_MS;

    long nextMs() {
        long waitMs = nextMs;
        nextMs = Math.min(LONGEST_MS, nextMs * 2);
        return waitMs;
    }

    void reset() {
        nextMs = FIRST_MS;
    }
}
