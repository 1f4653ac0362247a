package dev.ax.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands in front of a Redis and does what networks do: loses replies after the command ran, falls silent, cuts, delays.
 * It reads the requests, so a fault can be tied to the n-th call of a script, and calls can be counted.
 *
 * <p>A command's name is its first word in capitals. Scripts have the name that the first line of their source gives
 * ({@code -- claim: ...}), learnt from {@code SCRIPT LOAD} and {@code EVAL} as they pass, or told by {@link #name}; a
 * call of one counts under both names. Safe for use by any thread.
 */
public final class FaultProxy implements AutoCloseable {

    /** What happens to the connection whose reply is dropped. */
    public enum Drop {
        /** It is closed, as when the server's host dies after the command ran. */
        CLOSE,
        /** It stays open and delivers nothing any more, as when the network swallows packets. */
        STALL
    }

    /** As a name for {@link #count} and {@link #counted}: connections made to the proxy, refused ones included. */
    public static final String CONNECTIONS = "connections";

    private static final Pattern HEADER = Pattern.compile("-- ([a-z_]+):");

    private final int serverPort;
    private final ServerSocket listener;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final Map<String, String> scripts = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final List<Fault> faults = new ArrayList<>();
    private final Queue<Watch> watches = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile long delayMs;
    private volatile boolean refusing;

    private FaultProxy(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        daemon("fault-proxy-accept", this::accept);
    }

    public static FaultProxy before(RedisServer server) {
        return new FaultProxy(server.port());
    }

    public String url() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /** Tells the name of a script that names itself not or otherwise. */
    public void name(String sha1, String name) {
        scripts.put(sha1, name);
    }

    /** How often a command or script was asked for. */
    public int count(String name) {
        AtomicInteger count = counts.get(name);
        return count == null ? 0 : count.get();
    }

    /** Completes when a command or script has been asked for {@code times} times since the proxy began. */
    public CompletableFuture<Void> counted(String name, int times) {
        Watch watch = new Watch(name, times);
        watches.add(watch);
        watch.look();
        return watch.done;
    }

    /**
     * Lets a future call run and drops its reply.
     *
     * @param name of a command or script
     * @param nth 1 for the next call of that name
     * @return completes when the reply has been dropped
     */
    public CompletableFuture<Void> dropReply(String name, int nth, Drop drop) {
        Fault fault = new Fault(name, nth, drop);
        synchronized (faults) {
            faults.add(fault);
        }
        return fault.done;
    }

    /** Closes all present connections. */
    public void cut() {
        connections.forEach(Connection::close);
    }

    /** Whether new connections are closed at once. */
    public void refuse(boolean on) {
        refusing = on;
    }

    /** Holds each reply back for this long; those in one packet wait together. */
    public void delay(Duration delay) {
        delayMs = delay.toMillis();
    }

    @Override
    public void close() {
        closed.countDown();
        quietly(listener);
        cut();
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                Socket client = listener.accept();
                add(CONNECTIONS);
                if (refusing) {
                    client.close();
                } else {
                    connect(client);
                }
            } catch (IOException fault) {
                // the listener was closed, or the server is away: the client sees its connection end
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        } catch (IOException away) {
            client.close();
            throw away;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Connection connection = new Connection(client, server);
        connections.add(connection);
        daemon("fault-proxy-requests", connection::requests);
        daemon("fault-proxy-replies", connection::replies);
    }

    /** Counts a request and says which fault its reply is to meet; null for none. */
    private Fault seen(List<?> words) {
        String command = words.get(0).toString().toUpperCase(Locale.ROOT);
        String script = scriptOf(command, words);
        add(command, script);
        synchronized (faults) {
            for (Fault fault : faults) {
                if ((fault.name.equals(command) || fault.name.equals(script)) && --fault.left == 0) {
                    faults.remove(fault);
                    return fault;
                }
            }
        }
        return null;
    }

    private void add(String... names) {
        for (String name : names) {
            if (name != null) {
                counts.computeIfAbsent(name, n -> new AtomicInteger()).incrementAndGet();
            }
        }
        watches.forEach(Watch::look);
    }

    private String scriptOf(String command, List<?> words) {
        return switch (command) {
            case "EVALSHA" -> scripts.get(words.get(1).toString());
            case "EVAL" -> learn(words.get(1).toString());
            case "SCRIPT" -> {
                if (words.get(1).toString().equalsIgnoreCase("LOAD")) {
                    learn(words.get(2).toString());
                }
                yield null; // loading is not calling
            }
            default -> null;
        };
    }

    private String learn(String source) {
        String sha1 = sha1(source);
        Matcher header = HEADER.matcher(source);
        if (header.lookingAt()) {
            scripts.putIfAbsent(sha1, header.group(1));
        }
        return scripts.get(sha1);
    }

    private static String sha1(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException closedAlready) {
            // which is what was wanted
        }
    }

    /** Somebody who waits for a count. */
    private final class Watch {
        final String name;
        final int times;
        final CompletableFuture<Void> done = new CompletableFuture<>();

        Watch(String name, int times) {
            this.name = name;
            this.times = times;
        }

        void look() {
            if (FaultProxy.this.count(name) >= times) {
                watches.remove(this);
                done.complete(null);
            }
        }
    }

    /** What is to happen to one reply. */
    private static final class Fault {
        final String name;
        final Drop drop;
        final CompletableFuture<Void> done = new CompletableFuture<>();
        int left;

        Fault(String name, int left, Drop drop) {
            this.name = name;
            this.left = left;
            this.drop = drop;
        }
    }

    /** One client's connection and the one to the server that belongs to it. */
    private final class Connection {
        private final Socket client;
        private final Socket server;

        /** For each request that awaits its reply: the fault that the reply meets, if any. */
        private final Queue<Optional<Fault>> owed = new ConcurrentLinkedQueue<>();

        Connection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void requests() {
            try {
                InputStream in = new BufferedInputStream(client.getInputStream());
                OutputStream out = server.getOutputStream();
                for (byte[] message = Resp.message(in); message != null; message = Resp.message(in)) {
                    owed.add(Optional.ofNullable(seen((List<?>) Resp.value(new ByteArrayInputStream(message)))));
                    out.write(message);
                }
            } catch (IOException ended) {
                // by either side: then the other is to see it too
            }
            close();
        }

        void replies() {
            try {
                InputStream in = new BufferedInputStream(server.getInputStream());
                OutputStream out = client.getOutputStream();
                boolean stalled = false;
                for (byte[] message = Resp.message(in); message != null; message = Resp.message(in)) {
                    Fault fault = Optional.ofNullable(owed.poll())
                            .flatMap(found -> found)
                            .orElse(null);
                    hold(delayMs);
                    if (fault == null && !stalled) {
                        out.write(message);
                    } else if (fault != null) {
                        stalled = true;
                        fault.done.complete(null);
                        if (fault.drop == Drop.CLOSE) {
                            close();
                        }
                    }
                }
            } catch (IOException ended) {
                // as above
            }
            close();
        }

        private void hold(long ms) throws IOException {
            try {
                if (ms > 0 && closed.await(ms, TimeUnit.MILLISECONDS)) {
                    throw new IOException("the proxy is closed");
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }

        void close() {
            connections.remove(this);
            quietly(client);
            quietly(server);
        }
    }
}
