package dev.ax.drill;

import dev.ax.process.EmbeddedRedis;
import dev.ax.process.RedisProbe;
import dev.ax.process.SlowLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One server of Redis with a folder of its own, on one port over its restarts. For one thread. */
final class DrillServer implements AutoCloseable {
    private static final int WATCHED_MICROS = 10_000;

    private final Path folder;
    private final String appendfsync;
    private final List<String> arguments;
    private EmbeddedRedis server;
    private int port;

    /**
     * Starts it.
     *
     * @param port 0 for any free one
     * @param arguments beside its own
     */
    DrillServer(int port, String appendfsync, List<String> arguments) {
        try {
            this.folder = Files.createTempDirectory("ax-drill-redis");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
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

    void start() {
        server = EmbeddedRedis.start(folder, port, arguments);
        port = server.port();
        ask("CONFIG SET appendfsync " + appendfsync);
        ask("CONFIG SET slowlog-log-slower-than " + WATCHED_MICROS);
    }

    void kill() {
        server.kill();
        server.close();
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
    public void close() {
        server.close();
        Arena.delete(folder);
    }
}
