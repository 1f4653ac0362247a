package dev.ax.testing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The wire format of Redis, as far as tests need it: whole messages, and what is in them. */
final class Resp {
    private Resp() {}

    /** A request of bulk strings. */
    static byte[] request(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(bytes);
            out.writeBytes(new byte[] {'\r', '\n'});
        }
        return out.toByteArray();
    }

    /** The bytes of the next message, a request or a reply; null at the end of the stream. */
    static byte[] message(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int first = in.read();
        if (first < 0) {
            return null;
        }
        copy(first, in, out);
        return out.toByteArray();
    }

    private static void copy(int type, InputStream in, ByteArrayOutputStream out) throws IOException {
        out.write(type);
        String line = line(in, out);
        switch (type) {
            case '$', '=', '!' -> {
                int length = Integer.parseInt(line);
                if (length >= 0) {
                    out.writeBytes(exactly(in, length + 2));
                }
            }
            case '*', '~', '>', '%', '|' -> {
                int items = Integer.parseInt(line) * (type == '%' || type == '|' ? 2 : 1);
                for (int i = 0; i < items; i++) {
                    copy(next(in), in, out);
                }
            }
            default -> {} // a line is all there is
        }
    }

    private static String line(InputStream in, ByteArrayOutputStream out) throws IOException {
        StringBuilder line = new StringBuilder();
        int b = next(in);
        while (b != '\r') {
            line.append((char) b);
            out.write(b);
            b = next(in);
        }
        out.write(b);
        out.write(next(in));
        return line.toString();
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    private static int next(InputStream in) throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException();
        }
        return b;
    }

    /** A message as String, Long, List or null; an error as {@link RedisReplyException}, not thrown. */
    static Object value(InputStream in) throws IOException {
        int type = next(in);
        String line = line(in, new ByteArrayOutputStream());
        return switch (type) {
            case '+' -> line;
            case '-' -> new RedisReplyException(line);
            case ':' -> Long.valueOf(line);
            case '$' -> bulk(in, Integer.parseInt(line));
            case '*' -> {
                int items = Integer.parseInt(line);
                if (items < 0) {
                    yield null;
                }
                List<Object> list = new ArrayList<>(items);
                for (int i = 0; i < items; i++) {
                    list.add(value(in));
                }
                yield list;
            }
            default -> throw new IOException("unexpected type " + (char) type);
        };
    }

    private static String bulk(InputStream in, int length) throws IOException {
        return length < 0 ? null : new String(exactly(in, length + 2), 0, length, StandardCharsets.UTF_8);
    }
}
