package dev.ax.contract;

/** UTF-8, strictly: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
final class Utf8 {

    /** Stands for what cannot be written. */
    static final int REPLACEMENT = 0xFFFD;

    private Utf8() {}

    /** The length of the sequence of two to four bytes that begins here; 0 where there is none. */
    static int sequenceLength(byte[] in, int at, int end) {
        int lead = in[at] & 0xff;
        int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (lead < 0xc2 || lead > 0xf4 || at + length > end) {
            return 0;
        }
        int second = in[at + 1] & 0xff;
        int lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (second < lowest || second > highest) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((in[at + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** Whether some UTF-16 surrogate stands without its other half, so that no UTF-8 can hold the text. */
    static boolean hasLoneSurrogate(String text) {
        return text.codePoints().anyMatch(Utf8::isSurrogate);
    }

    /** The text with U+FFFD for each surrogate that stands without its other half. */
    static String mended(String text) {
        if (!hasLoneSurrogate(text)) {
            return text;
        }
        StringBuilder mended = new StringBuilder(text.length());
        text.codePoints().map(c -> isSurrogate(c) ? REPLACEMENT : c).forEach(mended::appendCodePoint);
        return mended.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
