package dev.ax.events;

/** Text of others in the log: as it is, but unable to forge a line or to turn its direction. */
final class LogText {
    private static final char LINE_SEPARATOR = '\u2028';
    private static final char PARAGRAPH_SEPARATOR = '\u2029';

    private LogText() {}

    /** The text with control characters, separators of lines, and what turns the direction of writing as {@code \}{@code uXXXX}. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (harmful(c) || halfOfAPair(text, i)) {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        return line.toString();
    }

    private static boolean harmful(char c) {
        return Character.isISOControl(c)
                || c == LINE_SEPARATOR
                || c == PARAGRAPH_SEPARATOR
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }

    /** A surrogate without its other half is no character: writing it out would leave a question mark. */
    private static boolean halfOfAPair(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
