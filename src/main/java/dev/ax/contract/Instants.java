package dev.ax.contract;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Instants as text, after RFC 3339: any offset is read, UTC with three digits of milliseconds is written. What is finer
 * than a millisecond is rounded up, so that nothing is ever early. Any thread may use it.
 */
public final class Instants {

    /** What {@link #parseMs} answers where the text is no instant; no instant of a four-digit year reads so. */
    static final long MALFORMED = Long.MIN_VALUE;

    static final String EXPECTED =
            "must be an existing instant after RFC 3339 with an offset, such as \"2026-11-30T13:01:19.123Z\"";

    private static final int LENGTH_TO_SECONDS = 19;
    private static final int LENGTH_OF_OFFSET = 6;

    private Instants() {}

    /**
     * Reads an instant, in epoch milliseconds.
     *
     * @throws IllegalArgumentException where the text is not RFC 3339, or names a date or time that does not exist
     */
    public static long parse(String text) {
        long ms = parseMs(text);
        if (ms == MALFORMED) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return ms;
    }

    /** Writes epoch milliseconds: {@code 2026-11-30T13:01:19.123Z}. */
    public static String format(long epochMs) {
        LocalDateTime at = LocalDateTime.ofEpochSecond(
                Math.floorDiv(epochMs, 1_000L), (int) Math.floorMod(epochMs, 1_000L) * 1_000_000, ZoneOffset.UTC);
        if (at.getYear() < 0 || at.getYear() > 9999) {
            throw new IllegalArgumentException("RFC 3339 has no year " + at.getYear());
        }
        StringBuilder text = new StringBuilder(24);
        digits(text, at.getYear(), 4).append('-');
        digits(text, at.getMonthValue(), 2).append('-');
        digits(text, at.getDayOfMonth(), 2).append('T');
        digits(text, at.getHour(), 2).append(':');
        digits(text, at.getMinute(), 2).append(':');
        digits(text, at.getSecond(), 2).append('.');
        return digits(text, at.getNano() / 1_000_000, 3).append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder text, int value, int width) {
        for (int scale = width == 4 ? 1000 : width == 3 ? 100 : 10; scale > 0; scale /= 10) {
            text.append((char) ('0' + value / scale % 10));
        }
        return text;
    }

    /** Epoch milliseconds of {@code text}, or {@link #MALFORMED}. */
    static long parseMs(String text) {
        if (text.length() <= LENGTH_TO_SECONDS || !hasShape(text)) {
            return MALFORMED;
        }
        int zone = text.charAt(LENGTH_TO_SECONDS) == '.' ? digitsEnd(text, LENGTH_TO_SECONDS + 1) : LENGTH_TO_SECONDS;
        long offsetSeconds = zone == LENGTH_TO_SECONDS + 1 ? MALFORMED : offsetSeconds(text, zone);
        if (offsetSeconds == MALFORMED) {
            return MALFORMED;
        }
        try {
            // Read by hand since java.time's formatters take a microsecond, and shift or refuse other things than RFC
            // 3339.
            LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
            LocalDateTime at = date.atTime(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
            return (at.toEpochSecond(ZoneOffset.UTC) - offsetSeconds) * 1_000
                    + fractionMs(text, LENGTH_TO_SECONDS + 1, zone);
        } catch (DateTimeException e) {
            return MALFORMED;
        }
    }

    private static boolean hasShape(String text) {
        String shape = "dddd-dd-ddTdd:dd:dd";
        for (int i = 0; i < shape.length(); i++) {
            char c = text.charAt(i);
            boolean fits = shape.charAt(i) == 'd' ? isDigit(c) : shape.charAt(i) == c || (i == 10 && c == 't');
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static long offsetSeconds(String text, int at) {
        if (at == text.length() - 1 && (text.charAt(at) == 'Z' || text.charAt(at) == 'z')) {
            return 0;
        }
        if (at != text.length() - LENGTH_OF_OFFSET
                || (text.charAt(at) != '+' && text.charAt(at) != '-')
                || text.charAt(at + 3) != ':'
                || digitsEnd(text, at + 1) != at + 3
                || digitsEnd(text, at + 4) != at + 6) {
            return MALFORMED;
        }
        int hours = number(text, at + 1, at + 3);
        int minutes = number(text, at + 4, at + 6);
        int seconds = hours * 3_600 + minutes * 60;
        return hours > 23 || minutes > 59 ? MALFORMED : text.charAt(at) == '-' ? -seconds : seconds;
    }

    private static long fractionMs(String text, int from, int to) {
        long ms = 0;
        for (int i = 0; i < 3; i++) {
            ms = ms * 10 + (from + i < to ? text.charAt(from + i) - '0' : 0);
        }
        for (int i = from + 3; i < to; i++) {
            if (text.charAt(i) != '0') {
                return ms + 1;
            }
        }
        return ms;
    }

    private static int digitsEnd(String text, int from) {
        int at = from;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            value = value * 10 + text.charAt(i) - '0';
        }
        return value;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
