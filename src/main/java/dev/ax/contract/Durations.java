package dev.ax.contract;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as text: {@code 250ms}, {@code 30s}, {@code 15m}, {@code 2h}, {@code 1d}, sums with the largest unit first
 * ({@code 1h30m}), and ISO 8601 in weeks, days, hours, minutes and seconds ({@code PT30M}). Milliseconds are the
 * finest: decimals of ISO seconds are rounded up, so that nothing is ever early. Years and months are refused, since
 * they have no fixed length. Any thread may use it.
 */
public final class Durations {

    /** A length that no {@code long} of milliseconds can hold reads as this one; every bound of ax lies far below. */
    static final long LONGEST_MS = Long.MAX_VALUE;

    /** Not a duration at all. */
    static final long MALFORMED = -1;

    /** A duration but for a minus sign. */
    static final long NEGATIVE = -2;

    static final String EXPECTED =
            "must be a duration such as \"250ms\", \"30s\", \"15m\", \"2h\", \"1d\", \"1h30m\" or \"PT30M\"";

    static final String NOT_NEGATIVE = "must not be negative";

    /** {@code openapi.yaml} has the same in its own words. */
    private static final Pattern ISO = Pattern.compile("P(?=[0-9T])(?:([0-9]+)W)?(?:([0-9]+)D)?"
            + "(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)(?:\\.([0-9]+))?S)?)?");

    private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
    private static final long[] UNIT_MS = {86_400_000, 3_600_000, 60_000, 1_000, 1};
    private static final long[] ISO_UNIT_MS = {604_800_000, 86_400_000, 3_600_000, 60_000, 1_000};
    private static final int ISO_FRACTION = 6;

    /** Longer texts are no durations: they would only cost time. */
    private static final int LONGEST_TEXT = 100;

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException saying what is wrong: not a duration, negative, or longer than ax can count
     */
    public static Duration parse(String text) {
        long ms = parseMs(text);
        if (ms == MALFORMED) {
            throw new IllegalArgumentException(EXPECTED);
        } else if (ms == NEGATIVE) {
            throw new IllegalArgumentException(NOT_NEGATIVE);
        } else if (ms == LONGEST_MS) {
            throw new IllegalArgumentException("is longer than ax can count");
        }
        return Duration.ofMillis(ms);
    }

    /** Writes a duration as a sum of units, rounded up to milliseconds: {@code 1h30m}; {@code 0s} for none. */
    public static String format(Duration duration) {
        long ms = duration.toMillis();
        return format(duration.equals(Duration.ofMillis(ms)) ? ms : ms + 1);
    }

    /** Writes milliseconds, zero or more, as a sum of units. */
    public static String format(long ms) {
        if (ms < 0) {
            throw new IllegalArgumentException("a duration is not negative: " + ms + " ms");
        } else if (ms == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder(12);
        long rest = ms;
        for (int i = 0; i < UNITS.length; i++) {
            if (rest >= UNIT_MS[i]) {
                text.append(rest / UNIT_MS[i]).append(UNITS[i]);
                rest %= UNIT_MS[i];
            }
        }
        return text.toString();
    }

    /** Milliseconds of {@code text}, saturated at {@link #LONGEST_MS}; or {@link #MALFORMED} or {@link #NEGATIVE}. */
    static long parseMs(String text) {
        if (text.length() > LONGEST_TEXT) {
            return MALFORMED;
        } else if (text.indexOf('-') < 0) {
            return magnitudeMs(text);
        }
        boolean signs = !text.contains("--") && !text.endsWith("-");
        return signs && magnitudeMs(text.replace("-", "")) != MALFORMED ? NEGATIVE : MALFORMED;
    }

    private static long magnitudeMs(String text) {
        if (text.startsWith("P")) {
            Matcher iso = ISO.matcher(text);
            return iso.matches() ? plus(totalMs(iso), fractionMs(iso.group(ISO_FRACTION))) : MALFORMED;
        }
        return sumMs(text);
    }

    /** By hand: most tasks name such a duration, and an expression would cost a sixth of reading the whole task. */
    private static long sumMs(String text) {
        long total = 0;
        int unit = 0;
        int at = 0;
        while (at < text.length()) {
            int digits = spanEnd(text, at, true);
            int letters = spanEnd(text, digits, false);
            String name = text.substring(digits, letters);
            while (unit < UNITS.length && !UNITS[unit].equals(name)) {
                unit++; // from where the last one was, so that none comes twice or out of order
            }
            if (digits == at || unit == UNITS.length) {
                return MALFORMED;
            }
            total = plus(total, times(number(text.substring(at, digits)), UNIT_MS[unit]));
            unit++;
            at = letters;
        }
        return at == 0 ? MALFORMED : total;
    }

    private static int spanEnd(String text, int from, boolean ofDigits) {
        int at = from;
        while (at < text.length() && (text.charAt(at) >= '0' && text.charAt(at) <= '9') == ofDigits) {
            at++;
        }
        return at;
    }

    private static long totalMs(Matcher matcher) {
        long total = 0;
        for (int i = 0; i < ISO_UNIT_MS.length; i++) {
            String digits = matcher.group(i + 1);
            if (digits != null) {
                total = plus(total, times(number(digits), ISO_UNIT_MS[i]));
            }
        }
        return total;
    }

    /** The first three digits, and one more millisecond where any later digit is not zero. */
    private static long fractionMs(String digits) {
        if (digits == null) {
            return 0;
        }
        String ms = (digits + "00").substring(0, 3);
        boolean finer = digits.chars().skip(3).anyMatch(digit -> digit != '0');
        return Long.parseLong(ms) + (finer ? 1 : 0);
    }

    private static long number(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            value = plus(times(value, 10), digits.charAt(i) - '0');
        }
        return value;
    }

    private static long plus(long a, long b) {
        return a > LONGEST_MS - b ? LONGEST_MS : a + b;
    }

    private static long times(long a, long b) {
        return a > LONGEST_MS / b ? LONGEST_MS : a * b;
    }
}
