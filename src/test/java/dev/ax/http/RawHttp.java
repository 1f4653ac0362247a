package dev.ax.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client that may break every rule of HTTP: bytes out, bytes in, over one connection. */
final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;

    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;

    RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
        out = socket.getOutputStream();
        in = socket.getInputStream();
    }

    RawHttp send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    RawHttp send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** Sends pieces until the server has enough or closes; returns how many bytes it took. */
    long flood(byte[] piece, long most) throws IOException {
        long sent = 0;
        try {
            while (sent < most && in.available() == 0) {
                send(piece);
                sent += piece.length;
            }
        } catch (SocketException closed) {
            return sent;
        }
        return sent;
    }

    /** The next answer's status; its head and body are passed. */
    int status() throws IOException {
        String head = head();
        return Integer.parseInt(head.substring(9, 12));
    }

    /** The next answer up to its empty line; the body, if its length is told, is passed. */
    String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("closed after: " + head);
            }
            head.append((char) b);
        }
        int at = head.toString().toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
        if (at >= 0) {
            int length = Integer.parseInt(
                    head.substring(at + 16, head.indexOf("\r\n", at)).strip());
            in.readNBytes(length);
        }
        return head.toString();
    }

    /** Whether the server ends the connection, now or within the patience of the test. */
    boolean closedByServer() throws IOException {
        try {
            while (in.read() >= 0) {
                // what is left of an answer
            }
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
