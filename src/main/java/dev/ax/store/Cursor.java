package dev.ax.store;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Where a page of a list ended: opaque to users.
 *
 * @param section the index that was being walked
 * @param queue of the section READY; empty elsewhere
 * @param score of the last entry looked at; empty for the section's beginning
 * @param member of that entry
 */
@SuppressWarnings("ArrayRecordComponent") // passed through, never compared
record Cursor(String section, String queue, String score, byte[] member) {
    private static final byte[] NONE = {};

    /** A score as Redis prints and reads it. Java takes more for a number, such as {@code 1d} and {@code " 1"}. */
    private static final Pattern SCORE = Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,20})?(e[+-]?[0-9]{1,2})?");

    static Cursor start(String section) {
        return new Cursor(section, "", "", NONE);
    }

    Cursor after(String nextScore, byte[] nextMember) {
        return new Cursor(section, queue, nextScore, nextMember);
    }

    Cursor inQueue(String nextQueue) {
        return new Cursor(section, nextQueue, "", NONE);
    }

    String encode() {
        Packer out = new Packer(64);
        out.u8(1).text(section).text(queue).text(score).bytes(member);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(out.done());
    }

    /**
     * Reads a cursor.
     *
     * @throws BadCursorException for anything that {@link #encode} has not made
     */
    static Cursor decode(String text) {
        try {
            Unpacker in = new Unpacker(Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8)));
            if (in.u8() != 1) {
                throw new BadCursorException();
            }
            Cursor cursor = new Cursor(in.text(), in.text(), in.text(), in.rest());
            if (!cursor.score.isEmpty() && !SCORE.matcher(cursor.score).matches()) {
                throw new BadCursorException();
            }
            return cursor;
        } catch (IllegalArgumentException | java.nio.BufferUnderflowException forged) {
            throw new BadCursorException();
        }
    }
}
