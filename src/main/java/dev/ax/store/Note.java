package dev.ax.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text of a line of the history: why, and the error; null where there is none.
 */
record Note(String reason, String error) {
    static final Note NONE = new Note(null, null);

    /** Bytes of an error that are kept. */
    private static final int LONGEST_ERROR = 4096;

    private static final int LONGEST_REASON = 1024;

    byte[] encode() {
        if (reason == null && error == null) {
            return new byte[0];
        }
        byte[] reasonBytes = cut(reason, LONGEST_REASON);
        byte[] errorBytes = cut(error, LONGEST_ERROR);
        return new Packer(2 + reasonBytes.length + errorBytes.length)
                .u16(reasonBytes.length)
                .bytes(reasonBytes)
                .bytes(errorBytes)
                .done();
    }

    static Note decode(byte[] packed) {
        if (packed.length < 2) {
            return NONE;
        }
        Unpacker in = new Unpacker(packed);
        byte[] reason = in.bytes(Math.min(in.u16(), packed.length - 2));
        return new Note(text(reason), text(in.rest()));
    }

    private static String text(byte[] bytes) {
        return bytes.length == 0 ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** UTF-8 of at most so many bytes, cut between characters; what UTF-8 has no form for becomes a question mark. */
    private static byte[] cut(String text, int most) {
        if (text == null) {
            return new byte[0];
        }
        String start = text.length() > most ? text.substring(0, most) : text;
        byte[] encoded = start.getBytes(StandardCharsets.UTF_8);
        int size = Math.min(encoded.length, most);
        while (size < encoded.length && size > 0 && (encoded[size] & 0xC0) == 0x80) {
            size--;
        }
        return Arrays.copyOf(encoded, size);
    }
}
