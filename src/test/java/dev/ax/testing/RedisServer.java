package dev.ax.testing;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * One real Redis process for tests, on 127.0.0.1 and a folder of its own. Can be killed, stopped, and started again on
 * the same data. Methods block, so call them on the test's thread; not safe for several threads, but {@link #command}.
 */
public final class RedisServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String READY = "Ready to accept connections";

    private final List<String> arguments;
    private final int port;
    private final Path folder;
    private final String readyLine;
    private Process process;
    private Log log;

    private RedisServer(List<String> arguments, int port, Path folder, String readyLine) {
        this.arguments = List.copyOf(arguments);
        this.port = port;
        this.folder = folder;
        this.readyLine = readyLine;
    }

    static RedisServer start(int port, List<String> settings) {
        List<String> arguments = new ArrayList<>(List.of("--port", "" + port, "--bind", "127.0.0.1", "--save", ""));
        for (String setting : settings) {
            String[] words = setting.split(" ");
            arguments.add("--" + words[0]);
            arguments.addAll(List.of(words).subList(1, words.length));
        }
        return launched(arguments, port, newFolder(), READY);
    }

    static RedisServer startSentinel(int port, String configuration) {
        Path folder = newFolder();
        Path file = folder.resolve("sentinel.conf");
        try {
            Files.writeString(file, configuration);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return launched(List.of(file.toString(), "--sentinel", "--port", "" + port), port, folder, "+monitor master");
    }

    private static RedisServer launched(List<String> arguments, int port, Path folder, String readyLine) {
        RedisServer server = new RedisServer(arguments, port, folder, readyLine);
        server.launch();
        return server;
    }

    private void launch() {
        List<String> line = new ArrayList<>();
        line.add(RedisBinary.path());
        line.addAll(arguments);
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
            // As a server's package starts it: Lua then compares strings by this locale, where it is installed.
            builder.environment().put("LC_ALL", "en_US.UTF-8");
            process = builder.start();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        log = new Log(process);
        RedisServers.register(this);
        awaitLog(readyLine);
        if (!"PONG".equals(command("PING"))) {
            throw new IllegalStateException("redis on port " + port + " does not answer PING");
        }
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    public long pid() {
        return process.pid();
    }

    /** Ends the process as a crash would: what it did not write is lost. */
    public void kill9() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Ends the process in good order. */
    public void stop() {
        process.destroy();
        awaitEnd();
    }

    /** Starts the process again on the same port and data, after {@link #kill9} or {@link #stop}. */
    public void restart() {
        if (process.isAlive()) {
            kill9();
        }
        launch();
    }

    /** Freezes the process: it keeps its connections and answers nothing. */
    public void stopProcess() {
        signal("STOP");
    }

    /** Ends {@link #stopProcess}. */
    public void continueProcess() {
        signal("CONT");
    }

    /** {@code CONFIG SET}. */
    public void config(String name, String value) {
        command("CONFIG", "SET", name, value);
    }

    /**
     * Sends a command over a connection of its own.
     *
     * @return String, Long, List or null
     * @throws RedisReplyException when Redis answers with an error
     */
    public Object command(String... words) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
            socket.getOutputStream().write(Resp.request(words));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            Object reply = Resp.value(in);
            if (reply instanceof RedisReplyException error) {
                throw error;
            }
            return reply;
        } catch (IOException fault) {
            throw new UncheckedIOException(String.join(" ", words) + " on port " + port, fault);
        }
    }

    /** Waits until this run of the process has printed a line that contains {@code text}. */
    public void awaitLog(String text) {
        log.await(text);
    }

    /** Ends the process and removes its data. */
    @Override
    public void close() {
        kill9();
        RedisServers.forget(this);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** For the shutdown hook: no waiting. */
    void abandon() {
        process.destroyForcibly();
    }

    private void signal(String name) {
        try {
            int status = new ProcessBuilder("kill", "-" + name, "" + pid())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + name + " of redis on port " + port + " gave " + status);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("redis on port " + port + " does not end");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("ax-redis");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** What one run of the process prints: read to its end by a thread of its own, so that the process never waits. */
    private static final class Log {
        private final List<String> lines = new ArrayList<>();
        private final List<Watch> watches = new ArrayList<>();
        private boolean ended;

        Log(Process process) {
            Thread reader = new Thread(() -> read(process), "redis-log-" + process.pid());
            reader.setDaemon(true);
            reader.start();
        }

        private void read(Process process) {
            try (BufferedReader in =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    add(line);
                }
            } catch (IOException closed) {
                add("log closed: " + closed.getMessage());
            }
            end();
        }

        private synchronized void add(String line) {
            lines.add(line);
            for (Watch watch : watches) {
                if (line.contains(watch.text)) {
                    watch.seen.complete(null);
                }
            }
        }

        private synchronized void end() {
            ended = true;
            for (Watch watch : watches) {
                watch.seen.completeExceptionally(new IllegalStateException("redis ended: " + lines));
            }
        }

        private synchronized Watch watch(String text) {
            Watch watch = new Watch(text);
            watches.add(watch);
            List.copyOf(lines).forEach(line -> {
                if (line.contains(text)) {
                    watch.seen.complete(null);
                }
            });
            if (ended) {
                watch.seen.completeExceptionally(new IllegalStateException("redis ended: " + lines));
            }
            return watch;
        }

        void await(String text) {
            try {
                watch(text).seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stop);
            } catch (ExecutionException fault) {
                throw new IllegalStateException(fault.getCause());
            } catch (TimeoutException late) {
                synchronized (this) {
                    throw new IllegalStateException("redis never printed '" + text + "' but " + lines, late);
                }
            }
        }

        private static final class Watch {
            final String text;
            final CompletableFuture<Void> seen = new CompletableFuture<>();

            Watch(String text) {
                this.text = text;
            }
        }
    }
}
