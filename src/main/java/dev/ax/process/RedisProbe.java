package dev.ax.process;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a Redis simple questions over a plain socket: no client library is needed before a node is up. Blocks; for one
 * thread.
 */
public final class RedisProbe implements AutoCloseable {
    private static final int TIMEOUT_MS = 10_000;

    private final Socket socket;
    private final InputStream in;

    /**
     * Connects to one on this machine.
     *
     * @throws IOException if nobody listens there
     */
    public RedisProbe(int port) throws IOException {
        this(new InetSocketAddress(loopback(), port));
    }

    /**
     * Connects.
     *
     * @throws IOException if nobody listens there
     */
    public RedisProbe(InetSocketAddress address) throws IOException {
        socket = new Socket();
        try {
            socket.connect(address, TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException fault) {
            socket.close();
            throw fault;
        }
    }

    /**
     * Sends a command of words; one with blanks stands between double quotes.
     *
     * @return the reply as text: of a status and an error with its first character
     */
    public String ask(String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return reply(command);
    }

    /** Sends a command that is answered by a flat list. */
    public List<String> list(String command) throws IOException {
        String head = ask(command);
        if (!head.startsWith("*")) {
            throw new IOException(command + " was answered " + head);
        }
        List<String> items = new ArrayList<>();
        for (int i = Integer.parseInt(head.substring(1)); i > 0; i--) {
            items.add(reply(command));
        }
        return items;
    }

    private String reply(String command) throws IOException {
        String head = line();
        if (!head.startsWith("$")) {
            return head;
        }
        int length = Integer.parseInt(head.substring(1));
        byte[] body = in.readNBytes(length + 2);
        if (body.length < length + 2) {
            throw new EOFException("the reply to " + command + " was cut");
        }
        return new String(body, 0, length, StandardCharsets.UTF_8);
    }

    /** One figure of {@code INFO}; empty text where it is not there. */
    public String info(String section, String field) throws IOException {
        return ask("INFO " + section)
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .map(line -> line.substring(field.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    /** The address that {@code 127.0.0.1} means, whichever family the system would rather use. */
    public static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection was closed");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
