package dev.ax.contract;

import dev.ax.task.RetryPolicy;
import java.time.Duration;

/** Reads a retry policy; what it leaves out has the defaults. */
final class RetryReader {

    private static final String FIELDS = "maxRetries, initialDelay, multiplier, maxDelay, jitter, maxLost";

    private RetryReader() {}

    /** The policy; the defaults where a fault was noted. */
    static RetryPolicy read(FieldReader fields, String pointer, RetryPolicy defaults) throws MalformedJsonException {
        if (!fields.openObject(pointer)) {
            return defaults;
        }
        long maxRetries = defaults.maxRetries();
        long initialDelayMs = defaults.initialDelay().toMillis();
        double multiplier = defaults.multiplier();
        long maxDelayMs = defaults.maxDelay().toMillis();
        double jitter = defaults.jitter();
        long maxLost = defaults.maxLost();
        while (fields.json().nextMember()) {
            String name = fields.json().name();
            switch (name) {
                case "maxRetries" -> maxRetries = fields.integer(pointer + "/maxRetries", 0, RetryPolicy.MOST_RETRIES);
                case "initialDelay" ->
                    initialDelayMs = durationMs(fields, pointer + "/initialDelay", RetryPolicy.LONGEST_INITIAL_DELAY);
                case "multiplier" -> multiplier = fields.number(pointer + "/multiplier", 1, 10);
                case "maxDelay" -> maxDelayMs = durationMs(fields, pointer + "/maxDelay", RetryPolicy.LONGEST_DELAY);
                case "jitter" -> jitter = fields.number(pointer + "/jitter", 0, 1);
                case "maxLost" -> maxLost = fields.integer(pointer + "/maxLost", 0, RetryPolicy.MOST_LOST);
                default -> fields.unknown(pointer, name, FIELDS);
            }
        }
        boolean none = maxRetries < 0
                || initialDelayMs < 0
                || Double.isNaN(multiplier)
                || maxDelayMs < 0
                || Double.isNaN(jitter)
                || maxLost < 0;
        return none
                ? defaults
                : new RetryPolicy(
                        (int) maxRetries,
                        Duration.ofMillis(initialDelayMs),
                        multiplier,
                        Duration.ofMillis(maxDelayMs),
                        jitter,
                        (int) maxLost);
    }

    private static long durationMs(FieldReader fields, String pointer, Duration longest) throws MalformedJsonException {
        return fields.durationMs(pointer, 0, longest.toMillis());
    }
}
