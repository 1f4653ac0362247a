package dev.ax.worker;

import java.util.concurrent.TimeUnit;

/**
 * How long a slot is taken for, as of late. Believes a slow one sooner than a fast one, and knows nothing good of a
 * handler that has not run yet. Safe for use by any thread; an update that is lost in a race is missed by nobody.
 */
final class Pace {
    /** Before anything has run: so slow that nothing is taken ahead. */
    private static final long UNKNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int SLOWER_SHIFT = 2;
    private static final int FASTER_SHIFT = 5;

    private volatile long meanNanos = UNKNOWN_NANOS;

    /** A slot was taken for so long. */
    void took(long nanos) {
        long mean = meanNanos;
        meanNanos = mean + ((nanos - mean) >> (nanos > mean ? SLOWER_SHIFT : FASTER_SHIFT));
    }

    /** How often a slot becomes free in so long. */
    long turnsIn(long nanos) {
        return nanos / Math.max(1, meanNanos);
    }
}
