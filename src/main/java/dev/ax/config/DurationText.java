package dev.ax.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as the contract writes them: {@code 250ms}, {@code 1h30m}, or ISO 8601. */
final class DurationText {
    /** Digits are bounded so that no sum of them leaves a long. */
    private static final Pattern SUM = Pattern.compile(
            "(?=\\d)(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,12})s)?(?:(\\d{1,15})ms)?");

    private DurationText() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException if the text is none
     */
    static Duration parse(String text) {
        Matcher sum = SUM.matcher(text);
        if (sum.matches()) {
            return Duration.ofDays(part(sum, 1))
                    .plusHours(part(sum, 2))
                    .plusMinutes(part(sum, 3))
                    .plusSeconds(part(sum, 4))
                    .plusMillis(part(sum, 5));
        }
        if (!text.startsWith("P")) {
            throw new IllegalArgumentException(text);
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException | ArithmeticException fault) {
            throw new IllegalArgumentException(text, fault);
        }
    }

    private static long part(Matcher sum, int group) {
        String digits = sum.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** The shortest way to write it as a sum; finer than a millisecond is cut. */
    static String print(Duration duration) {
        StringBuilder text = new StringBuilder();
        append(text, duration.toDaysPart(), "d");
        append(text, duration.toHoursPart(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount != 0) {
            text.append(amount).append(unit);
        }
    }
}
