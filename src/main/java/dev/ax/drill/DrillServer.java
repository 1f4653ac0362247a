package dev.ax.drill;

import dev.ax.process.EmbeddedRedis;
import dev.ax.process.RedisProbe;
import dev.ax.process.SlowLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** One server of Redis with a folder of its own, on one port over its restarts. For one thread. */
final class DrillServer implements AutoCloseable {
    private static final int WATCHED_MICROS = 10_000;

    private final TempFolder folder = new TempFolder("ax-drill-redis");
    private final String appendfsync;
    private final List<String> arguments;
    private EmbeddedRedis server;
    private int port;
    private boolean closed; // guarded by this

    /**
     * Starts it.
     *
     * @param port 0 for any free one
     * @param arguments beside its own
     */
    DrillServer(int port, String appendfsync, List<String> arguments) {
        this.appendfsync = appendfsync;
        this.arguments = List.copyOf(arguments);
        this.port = port;
        start();
    }

    int port() {
        return port;
    }

    String url() {
        return server.url();
    }

    synchronized void start() {
        if (closed) {
            throw new IllegalStateException("the server is closed");
        }
        server = EmbeddedRedis.start(folder.path(), port, arguments);
        port = server.port();
        ask("CONFIG SET appendfsync " + appendfsync);
        ask("CONFIG SET slowlog-log-slower-than " + WATCHED_MICROS);
    }

    void kill() {
        server.kill();
        server.close();
    }

    /** SIGSTOP: connections stay, and nobody answers. */
    void freeze() {
        Shell.run("kill", "-STOP", Long.toString(server.pid()));
    }

    /** SIGCONT. */
    void thaw() {
        Shell.run("kill", "-CONT", Long.toString(server.pid()));
    }

    void watchCommands() {
        ask("SLOWLOG RESET");
    }

    /** The longest command since the watch began, of those over 10 ms. */
    SlowLog.Longest longestCommand() {
        try (RedisProbe probe = new RedisProbe(port)) {
            return SlowLog.longest(probe);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Asks and returns the reply as {@link RedisProbe#ask} does. */
    String ask(String command) {
        try (RedisProbe probe = new RedisProbe(port)) {
            return probe.ask(command);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** One figure of {@code INFO}; empty where it is not there. */
    String info(String section, String field) {
        try (RedisProbe probe = new RedisProbe(port)) {
            return probe.info(section, field);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        server.close();
        folder.close();
    }
}
