package dev.ax.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When a failed attempt is tried again: exponential backoff with a cap and symmetric jitter.
 *
 * @param maxRetries attempts after the first, 0 to 1000
 * @param initialDelay wait before the first retry, 0 to 7 days
 * @param multiplier growth of the wait from one retry to the next, 1 to 10
 * @param maxDelay most that a wait grows to before jitter, at most 30 days
 * @param jitter each wait is multiplied by a uniform factor in 1 ± jitter, 0 to 1
 * @param maxLost LOST attempts in a row that are restarted; one more makes the task FAILED, as poison; 0 to 100
 */
public record RetryPolicy(
        int maxRetries, Duration initialDelay, double multiplier, Duration maxDelay, double jitter, int maxLost) {

    public static final int MOST_RETRIES = 1000;
    public static final int MOST_LOST = 100;
    public static final Duration LONGEST_INITIAL_DELAY = Duration.ofDays(7);
    public static final Duration LONGEST_DELAY = Duration.ofDays(30);

    /** 3 retries after about 10, 20 and 40 s: long enough for a blip downstream, short enough for a person who waits. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(3, Duration.ofSeconds(10), 2, Duration.ofHours(1), 0.2, 5);

    public RetryPolicy {
        List<String> faults = new ArrayList<>();
        if (maxRetries < 0 || maxRetries > MOST_RETRIES) {
            faults.add("maxRetries must be 0 to " + MOST_RETRIES);
        }
        if (initialDelay.isNegative() || initialDelay.compareTo(LONGEST_INITIAL_DELAY) > 0) {
            faults.add("initialDelay must be 0 to 7d");
        }
        if (!(multiplier >= 1 && multiplier <= 10)) {
            faults.add("multiplier must be 1 to 10");
        }
        if (maxDelay.isNegative() || maxDelay.compareTo(LONGEST_DELAY) > 0) {
            faults.add("maxDelay must be 0 to 30d");
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            faults.add("jitter must be 0 to 1");
        }
        if (maxLost < 0 || maxLost > MOST_LOST) {
            faults.add("maxLost must be 0 to " + MOST_LOST);
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    /**
     * The wait before a retry in milliseconds. Grows in floating point and is capped before it becomes an integer, so
     * that no exponent overflows.
     *
     * @param retry which retry, from 1
     * @param random uniform in [0, 1)
     */
    public long delayMs(int retry, double random) {
        double grown = (double) initialDelay.toMillis() * Math.pow(multiplier, retry - 1.0);
        double capped = Math.min(grown, (double) maxDelay.toMillis());
        return Math.round(capped * (1 + jitter * (2 * random - 1)));
    }
}
