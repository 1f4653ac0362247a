package dev.ax.worker;

import dev.ax.task.AttemptFinisher;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/** Reads {@code Retry-After} (RFC 9110, 10.2.3): seconds, or an HTTP date. */
final class RetryAfter {

    /** With more digits than this it lies behind the bound anyway. */
    private static final int DIGITS = 9;

    private static final DateTimeFormatter ASCTIME = DateTimeFormatter.ofPattern(
                    "EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

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
        Instant now = Instant.ofEpochMilli(nowMs);
        for (DateTimeFormatter form : forms(now)) {
            try {
                return bounded(Duration.between(now, form.parse(text, Instant::from)));
            } catch (DateTimeException | ArithmeticException notThisForm) {
                // the next one, or none
            }
        }
        return null;
    }

    /** The form of today and the two obsolete ones that every reader must take (RFC 9110, 5.6.7). */
    private static List<DateTimeFormatter> forms(Instant now) {
        // A year of two digits is at most 50 years ahead.
        LocalDate base = now.atZone(ZoneOffset.UTC).toLocalDate().minusYears(49);
        DateTimeFormatter rfc850 = new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, base)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
        return List.of(DateTimeFormatter.RFC_1123_DATE_TIME, rfc850, ASCTIME);
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
