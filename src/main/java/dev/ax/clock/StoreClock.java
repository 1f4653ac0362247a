package dev.ax.clock;

/**
 * The cluster's time: the store's clock as this node estimates it. Safe for use by any thread; never goes back between
 * two corrections by more than the correction.
 */
public interface StoreClock {

    /**
     * Epoch milliseconds by the store's clock, rounded down by the estimate's error: a script that runs later sees at
     * least this instant.
     */
    long nowMs();

    /** A monotonic reading for elapsed time, in nanoseconds from an arbitrary origin. */
    long nanoTime();
}
