package dev.ax.contract;

import java.nio.charset.StandardCharsets;

/**
 * Reads one JSON text (RFC 8259, in UTF-8 without a byte-order mark) piece by piece, strictly, and tells the byte range
 * of everything it passes. Used by one thread, once.
 *
 * <p>Written by hand, though Jackson is on the class path, for three reasons: payloads are kept by their exact bytes,
 * which needs offsets; numbers must never be converted; and Jackson's table of member names is copied by every parser
 * that meets a new name, so payloads with ids as names would cost tens of microseconds each. A test holds it to
 * Jackson's judgement of what is JSON.
 */
final class JsonReader {

    /** Deeper nesting is refused: it serves no one, and many executors' parsers fail on it. */
    static final int MAX_DEPTH = 256;

    /** What a value is. */
    enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }

    private static final int NONE = -1;

    private final byte[] in;
    private final int start;
    private final int end;
    private int pos;
    private int depth;
    private boolean opened;
    private boolean escaped;
    private int nameStart;
    private int nameEnd;

    JsonReader(byte[] in) {
        this(in, 0, in.length);
    }

    /** Reads the bytes from {@code start} to before {@code end}. */
    JsonReader(byte[] in, int start, int end) {
        this.in = in;
        this.start = start;
        this.end = end;
        this.pos = start;
    }

    /** The kind of the next value; {@link #position} then stands at its first byte. */
    Kind peek() throws MalformedJsonException {
        return switch (nextByte()) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            case 't', 'f' -> Kind.BOOLEAN;
            case 'n' -> Kind.NULL;
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Kind.NUMBER;
            default -> throw malformed("expected a value");
        };
    }

    /** The offset of the byte that is read next. */
    int position() {
        return pos;
    }

    /** Whether the string passed last was written with an escape. */
    boolean lastWasEscaped() {
        return escaped;
    }

    /** Steps into the object or array that {@link #peek} announced. */
    void open() throws MalformedJsonException {
        pos++;
        opened = true;
        if (++depth > MAX_DEPTH) {
            throw malformed("nested deeper than " + MAX_DEPTH + " levels");
        }
    }

    /** Moves to the next member of the open object; false, and out of it, at its end. */
    boolean nextMember() throws MalformedJsonException {
        return next('}');
    }

    /** Moves to the next element of the open array; false, and out of it, at its end. */
    boolean nextElement() throws MalformedJsonException {
        return next(']');
    }

    private boolean next(char close) throws MalformedJsonException {
        int b = nextByte();
        boolean first = opened;
        opened = false;
        if (b == close) {
            pos++;
            depth--;
            return false;
        }
        if (!first) {
            expect(',', "expected ',' or '" + close + "'");
            nextByte();
        }
        return true;
    }

    /** The name of the member, decoded. */
    String name() throws MalformedJsonException {
        skipName();
        return decode(nameStart, nameEnd, escaped);
    }

    /** Passes the name of the member; {@link #nameStart} and {@link #nameEnd} are its bytes between the quotes. */
    void skipName() throws MalformedJsonException {
        if (nextByte() != '"') {
            throw malformed("expected a member's name in quotes");
        }
        nameStart = pos + 1;
        skipString();
        nameEnd = pos - 1;
        nextByte();
        expect(':', "expected ':'");
    }

    int nameStart() {
        return nameStart;
    }

    int nameEnd() {
        return nameEnd;
    }

    /** The string that {@link #peek} announced, decoded; lone surrogates that were written as escapes stay. */
    String string() throws MalformedJsonException {
        int from = pos + 1;
        skipString();
        return decode(from, pos - 1, escaped);
    }

    /** The number that {@link #peek} announced, as it is written. */
    String number() throws MalformedJsonException {
        int from = pos;
        skipNumber();
        return new String(in, from, pos - from, StandardCharsets.ISO_8859_1);
    }

    boolean bool() throws MalformedJsonException {
        boolean value = in[pos] == 't';
        skipWord(value ? "true" : "false");
        return value;
    }

    /** Passes the next value, whatever it is, and checks all of it. */
    void skip() throws MalformedJsonException {
        switch (peek()) {
            case OBJECT -> {
                open();
                while (nextMember()) {
                    skipName();
                    skip();
                }
            }
            case ARRAY -> {
                open();
                while (nextElement()) {
                    skip();
                }
            }
            default -> skipScalar();
        }
    }

    /** Passes the string, number or word that {@link #peek} announced. */
    void skipScalar() throws MalformedJsonException {
        switch (in[pos]) {
            case '"' -> skipString();
            case 't' -> skipWord("true");
            case 'f' -> skipWord("false");
            case 'n' -> skipWord("null");
            default -> skipNumber();
        }
    }

    /** Goes to an offset that this reader's kind has passed once already, as the end of a value. */
    void resumeAt(int offset) {
        pos = offset;
        opened = false;
    }

    /** Makes sure that nothing but white space is left. */
    void expectEnd() throws MalformedJsonException {
        skipWhiteSpace();
        if (pos < end) {
            throw malformed("expected nothing more");
        }
    }

    private int nextByte() {
        skipWhiteSpace();
        return pos < end ? in[pos] : NONE;
    }

    private void skipWhiteSpace() {
        while (pos < end && (in[pos] == ' ' || in[pos] == '\n' || in[pos] == '\r' || in[pos] == '\t')) {
            pos++;
        }
    }

    private void expect(char wanted, String detail) throws MalformedJsonException {
        if (pos >= end || in[pos] != wanted) {
            throw malformed(detail);
        }
        pos++;
    }

    private void skipWord(String word) throws MalformedJsonException {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i), "expected a value");
        }
    }

    private void skipString() throws MalformedJsonException {
        escaped = false;
        pos++;
        while (pos < end) {
            byte b = in[pos];
            if (b == '"') {
                pos++;
                return;
            } else if (b == '\\') {
                escaped = true;
                skipEscape();
            } else if (b < 0) {
                skipMultiByte();
            } else if (b < ' ') {
                throw malformed("a control character in a string must be escaped,");
            } else {
                pos++;
            }
        }
        throw malformed("the string does not end,");
    }

    private void skipMultiByte() throws MalformedJsonException {
        int length = Utf8.sequenceLength(in, pos, end);
        if (length == 0) {
            throw malformed("not UTF-8");
        }
        pos += length;
    }

    private void skipEscape() throws MalformedJsonException {
        pos++;
        if (pos < end && in[pos] == 'u') {
            for (int i = 1; i <= 4; i++) {
                if (pos + i >= end || Character.digit(in[pos + i], 16) < 0) {
                    throw malformed("\\u needs four hexadecimal digits");
                }
            }
            pos += 5;
        } else if (pos < end && "\"\\/bfnrt".indexOf(in[pos]) >= 0) {
            pos++;
        } else {
            throw malformed("no such escape");
        }
    }

    private void skipNumber() throws MalformedJsonException {
        if (in[pos] == '-') {
            pos++;
        }
        if (pos < end && in[pos] == '0') {
            pos++;
        } else {
            skipDigits();
        }
        if (pos < end && in[pos] == '.') {
            pos++;
            skipDigits();
        }
        if (pos < end && (in[pos] == 'e' || in[pos] == 'E')) {
            pos++;
            if (pos < end && (in[pos] == '+' || in[pos] == '-')) {
                pos++;
            }
            skipDigits();
        }
    }

    private void skipDigits() throws MalformedJsonException {
        int from = pos;
        while (pos < end && in[pos] >= '0' && in[pos] <= '9') {
            pos++;
        }
        if (pos == from) {
            throw malformed("expected a digit");
        }
    }

    /** The text of a string's or name's bytes between the quotes, which were passed before. */
    String decode(int from, int to, boolean withEscapes) {
        if (!withEscapes) {
            return new String(in, from, to - from, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(to - from);
        int plain = from;
        int at = from;
        while (at < to) {
            if (in[at] == '\\') {
                text.append(new String(in, plain, at - plain, StandardCharsets.UTF_8));
                text.append(unescape(at + 1));
                at += in[at + 1] == 'u' ? 6 : 2;
                plain = at;
            } else {
                at++;
            }
        }
        return text.append(new String(in, plain, to - plain, StandardCharsets.UTF_8))
                .toString();
    }

    private char unescape(int at) {
        return switch (in[at]) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) ((hex(at + 1) << 12) | (hex(at + 2) << 8) | (hex(at + 3) << 4) | hex(at + 4));
            default -> (char) in[at];
        };
    }

    private int hex(int at) {
        return Character.digit(in[at], 16);
    }

    private MalformedJsonException malformed(String detail) {
        return new MalformedJsonException(pos < end ? detail : detail + " but it ends", pos - start);
    }
}
