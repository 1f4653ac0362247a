package dev.ax.worker;

import dev.ax.task.AttemptFinisher;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** Reads {@code Retry-After} (RFC 9110, 10.2.3): seconds, or an HTTP date. */
final class RetryAfter {

    /** With more digits than this it lies behind the bound anyway. */
    private static final int DIGITS = 9;

    private RetryAfter() {}

    /**
     * The wait that is asked for, at most 24 h.
     *
     * @param value the header; null where it is absent
     * @param nowMs the instant of the answer
     * @return null where the header asks for nothing that makes sense: the backoff alone decides
     */
    static Duration parse(String value, long nowMs) {
        if (value == null || value.isBlank()) {
            return null;
        }
        String text = value.strip();
        if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return bounded(text.length() > DIGITS ? AttemptFinisher.LONGEST_RETRY_AFTER : seconds(text));
        }
        try {
            Instant until = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
            return bounded(Duration.between(Instant.ofEpochMilli(nowMs), until));
        } catch (DateTimeException | ArithmeticException notADate) {
            return null;
        }
    }

    private static Duration seconds(String digits) {
        return Duration.ofSeconds(Long.parseLong(digits));
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return null;
        }
        return wait.compareTo(AttemptFinisher.LONGEST_RETRY_AFTER) > 0 ? AttemptFinisher.LONGEST_RETRY_AFTER : wait;
    }
}
