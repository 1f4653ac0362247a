package dev.ax.worker;

import dev.ax.scheduler.PermanentFailureException;

/**
 * What a person reads about a failure. The text comes from executors, so it is bounded and always encodes to UTF-8;
 * control characters stay as they are, since whoever prints it (JSON, log, dashboard) escapes them its own way.
 */
final class ErrorText {

    /** UTF-8 bytes of an error at most: the history keeps as much of the last failures. */
    static final int MAX_BYTES = 4096;

    private static final int FRAMES = 8;
    private static final int CAUSE_FRAMES = 3;
    private static final int CAUSES = 3;

    private ErrorText() {}

    /** The message, then the top of the stack, then its causes. Never throws. */
    static String of(Throwable fault) {
        try {
            StringBuilder text = new StringBuilder(headline(fault));
            appendFrames(text, fault, FRAMES);
            Throwable cause = fault.getCause();
            for (int i = 0; i < CAUSES && cause != null && text.length() < MAX_BYTES; i++, cause = cause.getCause()) {
                text.append("\ncaused by: ").append(bounded(cause.toString()));
                appendFrames(text, cause, CAUSE_FRAMES);
            }
            return limit(text.toString());
        } catch (Throwable worse) {
            // A getMessage() that throws, or no memory for the text: the name is better than nothing.
            return fault.getClass().getName();
        }
    }

    /** At most {@link #MAX_BYTES} of UTF-8, cut between characters; lone surrogates become U+FFFD. Null stays null. */
    static String limit(String text) {
        return text == null ? null : limit(text, MAX_BYTES);
    }

    static String limit(String text, int maxBytes) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), maxBytes));
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            int whole = isSurrogate(point) ? '\uFFFD' : point;
            bytes += utf8Length(whole);
            if (bytes > maxBytes) {
                break;
            }
            kept.appendCodePoint(whole);
        }
        return kept.toString();
    }

    /** The first {@code count} characters, a pair of surrogates being one. */
    static String firstCharacters(String text, int count) {
        return text.codePointCount(0, text.length()) <= count
                ? text
                : text.substring(0, text.offsetByCodePoints(0, count));
    }

    /** On one line that no control character can break or forge. */
    static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (Character.isISOControl(point) || point == 0x2028 || point == 0x2029 || isSurrogate(point)) {
                line.append(String.format("\\u%04x", point));
            } else {
                line.appendCodePoint(point);
            }
        });
        return line.toString();
    }

    private static String headline(Throwable fault) {
        boolean spoken = fault instanceof PermanentFailureException && fault.getMessage() != null;
        return bounded(spoken ? fault.getMessage() : fault.toString());
    }

    private static void appendFrames(StringBuilder text, Throwable fault, int most) {
        StackTraceElement[] frames = fault.getStackTrace();
        for (int i = 0; i < Math.min(frames.length, most); i++) {
            text.append("\n  at ").append(frames[i]);
        }
    }

    /** A message may be of any length; what lies behind the bound is never copied. */
    private static String bounded(String text) {
        String spoken = String.valueOf(text);
        return spoken.length() <= MAX_BYTES ? spoken : spoken.substring(0, MAX_BYTES);
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static int utf8Length(int point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
}
