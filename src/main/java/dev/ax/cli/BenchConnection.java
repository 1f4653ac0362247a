package dev.ax.cli;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * A connection with one post under way at a time. It reads of an answer what it needs to find its end: the node answers
 * with a {@code Content-Length}. Owned by the socket's event loop.
 */
final class BenchConnection {
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);

    /** After {@code HTTP/1.1} and a blank. */
    private static final int STATUS_AT = 9;

    /** Stands in for a status where the connection ended before its answer. */
    private static final int CLOSED = 0;

    private final NetSocket socket;
    private final BenchPost post;
    private final ObjIntConsumer<BenchConnection> onAnswer;
    private byte[] received = new byte[0];
    private boolean waiting;
    private long intendedNanos;

    /** @param onAnswer told the status of each answer */
    BenchConnection(NetSocket socket, BenchPost post, ObjIntConsumer<BenchConnection> onAnswer) {
        this.socket = socket;
        this.post = post;
        this.onAnswer = onAnswer;
        socket.handler(this::read);
        socket.closeHandler(end -> {
            if (waiting) {
                onAnswer.accept(this, CLOSED);
            }
        });
    }

    void send(int number, long atNanos) {
        intendedNanos = atNanos;
        waiting = true;
        var unused = socket.write(post.of(number));
    }

    /** When the post under way, or the last, was to be sent. */
    long intendedNanos() {
        return intendedNanos;
    }

    private void read(Buffer part) {
        byte[] bytes = part.getBytes();
        if (received.length > 0) {
            byte[] all = Arrays.copyOf(received, received.length + bytes.length);
            System.arraycopy(bytes, 0, all, received.length, bytes.length);
            bytes = all;
        }
        if (!whole(bytes)) {
            received = bytes;
            return;
        }
        received = new byte[0];
        waiting = false;
        onAnswer.accept(this, number(bytes, STATUS_AT));
    }

    private static boolean whole(byte[] bytes) {
        int length = 0;
        for (int i = 0; i + 2 < bytes.length; i++) {
            if (bytes[i] != '\n') {
                continue;
            }
            if (bytes[i + 1] == '\r') {
                return bytes.length >= i + 3 + length;
            }
            if (isLength(bytes, i + 1)) {
                length = number(bytes, i + 2 + LENGTH.length);
            }
        }
        return false;
    }

    private static boolean isLength(byte[] bytes, int from) {
        if (from + LENGTH.length + 2 > bytes.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            if (Character.toLowerCase(bytes[from + i]) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] bytes, int from) {
        int number = 0;
        for (int i = from; i < bytes.length && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            number = number * 10 + bytes[i] - '0';
        }
        return number;
    }
}
