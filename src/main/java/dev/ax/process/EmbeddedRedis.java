package dev.ax.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Redis of one's own, on loopback and a free port; never an imitation.
 *
 * <p>It ends with {@link #close()}, and also when this process ends in any other way: a shell that waits on a pipe from
 * here outlives even a {@code kill -9} by the moment it takes to end the server. Should that fail as well, the next
 * start on the same data ends what it finds. It runs in a session of its own, so that Ctrl-C reaches the node, which
 * still needs Redis while it drains, and not Redis itself.
 *
 * <p>Blocks; not for event loops.
 */
public final class EmbeddedRedis implements AutoCloseable {
    public static final int FREE_PORT = 0;

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedis.class);

    /** Another process may take the port between the look and the start. */
    private static final int TRIES = 5;

    /** Reading an append-only file back takes some seconds a gigabyte. */
    private static final Duration LONGEST_LOADING = Duration.ofMinutes(2);

    private static final long PATIENCE_SECONDS = 10;

    private final Process process;
    private final int port;
    private final DataFolder data;
    private final Watch watch;

    private EmbeddedRedis(Process process, int port, DataFolder data, Watch watch) {
        this.process = process;
        this.port = port;
        this.data = data;
        this.watch = watch;
    }

    /** Starts one on a free port that forgets everything when it ends. */
    public static EmbeddedRedis start() {
        return start(null);
    }

    /** Starts one on a free port, as {@link #start(Path, int)}. */
    public static EmbeddedRedis start(Path data) {
        return start(data, FREE_PORT);
    }

    /**
     * Starts one and waits until it answers.
     *
     * @param data folder that survives a restart, with an append-only file synced each second; null for none
     * @param port {@link #FREE_PORT} for any free one
     * @throws UncheckedIOException if it cannot be started; says what it printed
     * @throws dev.ax.config.ConfigException if {@code AX_DEV_REDIS_SERVER} names none that can be run
     */
    public static EmbeddedRedis start(Path data, int port) {
        return start(data, port, List.of());
    }

    /** Starts one as {@link #start(Path, int)}, with arguments of {@code redis-server} beside its own. */
    public static EmbeddedRedis start(Path data, int port, List<String> arguments) {
        RedisExecutable executables = new RedisExecutable(System.getenv());
        DataFolder folder = null;
        try {
            Path executable = executables.find();
            folder = data == null ? null : DataFolder.take(data);
            return launch(executables, executable, folder, port, arguments);
        } catch (IOException fault) {
            closeQuietly(folder);
            throw new UncheckedIOException("no Redis: " + fault.getMessage(), fault);
        } catch (InterruptedException fault) {
            closeQuietly(folder);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Redis started", fault);
        }
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    /** As {@code ax.redis.url} takes it. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Ends it as a power cut would: {@code kill -9}. {@link #close()} is still due. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    @Override
    public void close() {
        watch.end();
        process.destroy();
        if (!awaitEnd()) {
            process.destroyForcibly();
            awaitEnd();
        }
        closeQuietly(data);
    }

    private static EmbeddedRedis launch(
            RedisExecutable executables, Path executable, DataFolder folder, int wanted, List<String> arguments)
            throws IOException, InterruptedException {
        Optional<Path> setsid = executables.located("setsid");
        String output = "";
        for (int i = 0; i < (wanted == FREE_PORT ? TRIES : 1); i++) {
            int port = wanted == FREE_PORT ? freePort() : wanted;
            Process process = new ProcessBuilder(command(setsid, executable, port, folder, arguments))
                    .redirectErrorStream(true)
                    .start();
            Watch watch = Watch.over(process, setsid);
            Tail tail = Tail.of(process);
            if (folder != null) {
                folder.runs(process);
            }
            if (answers(process, port)) {
                return new EmbeddedRedis(process, port, folder, watch);
            }
            watch.end();
            process.destroyForcibly().waitFor();
            output = tail.last();
        }
        throw new IOException(executable + " does not start; it printed:\n" + output);
    }

    private static List<String> command(
            Optional<Path> setsid, Path executable, int port, DataFolder folder, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        setsid.ifPresent(path -> command.add(path.toString()));
        command.add(executable.toString());
        Path dir = folder == null ? RedisExecutable.cacheFolder() : folder.path();
        command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", dir.toString()));
        command.addAll(List.of("--save", "", "--appendonly", folder == null ? "no" : "yes"));
        command.addAll(List.of("--appendfsync", "everysec", "--daemonize", "no", "--loglevel", "warning"));
        command.addAll(arguments);
        return command;
    }

    /** Asks until it answers, ends, or takes too long. The wait between two questions is a wait for its end. */
    private static boolean answers(Process process, int port) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + LONGEST_LOADING.toNanos();
        while (System.nanoTime() - deadlineNanos < 0) {
            if (process.waitFor(5, TimeUnit.MILLISECONDS)) {
                return false;
            }
            try (RedisProbe probe = new RedisProbe(port)) {
                if (probe.ask("PING").equals("+PONG")) {
                    // Somebody else's server may have taken the port; ours then ends by itself.
                    return probe.info("server", "process_id").equals(Long.toString(process.pid()));
                }
            } catch (IOException notYet) {
                // It does not listen yet: ask again, unless it has ended meanwhile.
            }
        }
        return false;
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, RedisProbe.loopback())) {
            return socket.getLocalPort();
        }
    }

    private static void closeQuietly(DataFolder folder) {
        if (folder == null) {
            return;
        }
        try {
            folder.close();
        } catch (IOException fault) {
            LOG.warn("the data folder {} was not left in order", folder.path(), fault);
        }
    }
}
