package dev.ax.contract;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes one JSON text in UTF-8. Whatever strings hold, it is valid: control characters are escaped, and half a
 * surrogate pair, which UTF-8 cannot hold, becomes U+FFFD. Names and commas are the caller's and this writer's business
 * in turn: it writes a comma where one is due. Used by one thread.
 */
final class JsonWriter {

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.ISO_8859_1);

    private byte[] out;
    private int length;

    JsonWriter(int capacity) {
        this.out = new byte[Math.max(16, capacity)];
    }

    byte[] toBytes() {
        return Arrays.copyOf(out, length);
    }

    Buffer toBuffer() {
        return Buffer.buffer(toBytes());
    }

    JsonWriter beginObject() {
        return begin('{');
    }

    JsonWriter endObject() {
        return put('}');
    }

    JsonWriter beginArray() {
        return begin('[');
    }

    JsonWriter endArray() {
        return put(']');
    }

    JsonWriter name(String name) {
        string(name);
        return put(':');
    }

    JsonWriter string(String text) {
        if (text == null) {
            return nothing();
        }
        separate();
        put('"');
        for (int i = plain(text); i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                multiByte(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                multiByte(Character.isSurrogate(c) ? Utf8.REPLACEMENT : c);
            }
        }
        return put('"');
    }

    JsonWriter number(long value) {
        separate();
        if (value < 0) {
            String text = Long.toString(value); // has a smallest value that no positive one mirrors; comes hardly ever
            reserve(text.length() + 2);
            plain(text);
            return this;
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        reserve(digits);
        length += digits;
        long rest = value;
        for (int at = length - 1; digits > 0; digits--, at--) {
            out[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return this;
    }

    /** A finite number, without decimals where it has none. */
    JsonWriter number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < FieldReader.LARGEST_EXACT;
        return whole ? number((long) value) : raw(Double.toString(value).getBytes(StandardCharsets.ISO_8859_1));
    }

    JsonWriter bool(boolean value) {
        return raw(value ? TRUE : FALSE);
    }

    JsonWriter nothing() {
        return raw(NULL);
    }

    /** A JSON text, spliced in byte for byte; null writes null. */
    JsonWriter raw(byte[] json) {
        if (json == null) {
            return nothing();
        }
        separate();
        reserve(json.length);
        System.arraycopy(json, 0, out, length, json.length);
        length += json.length;
        return this;
    }

    private JsonWriter begin(char bracket) {
        separate();
        return put(bracket);
    }

    /** A comma, unless this is the first in its object or array or follows a name. No complete value ends so. */
    private void separate() {
        if (length > 0 && out[length - 1] != '{' && out[length - 1] != '[' && out[length - 1] != ':') {
            put(',');
        }
    }

    /** Writes the beginning of a text that needs no second thought, for most texts all of it; its length. */
    private int plain(String text) {
        reserve(text.length() + 1);
        int at = 0;
        int to = length;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
                break;
            }
            out[to++] = (byte) c;
        }
        length = to;
        return at;
    }

    private void ascii(char c) {
        if (c == '"' || c == '\\') {
            put('\\').put(c);
        } else if (c >= ' ' && c != 0x7f) {
            put(c);
        } else if (c == '\n') {
            put('\\').put('n');
        } else {
            put('\\').put('u').put('0').put('0');
            put((char) HEX[c >> 4]).put((char) HEX[c & 15]);
        }
    }

    private void multiByte(int codePoint) {
        if (codePoint < 0x800) {
            put((char) (0xc0 | (codePoint >> 6)));
        } else if (codePoint < 0x10000) {
            put((char) (0xe0 | (codePoint >> 12)));
            put((char) (0x80 | ((codePoint >> 6) & 0x3f)));
        } else {
            put((char) (0xf0 | (codePoint >> 18)));
            put((char) (0x80 | ((codePoint >> 12) & 0x3f)));
            put((char) (0x80 | ((codePoint >> 6) & 0x3f)));
        }
        put((char) (0x80 | (codePoint & 0x3f)));
    }

    private JsonWriter put(char b) {
        reserve(1);
        out[length++] = (byte) b;
        return this;
    }

    private void reserve(int more) {
        if (out.length - length < more) {
            out = Arrays.copyOf(out, Math.max(2 * out.length, Math.addExact(length, more)));
        }
    }
}
