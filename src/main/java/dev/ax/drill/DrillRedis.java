package dev.ax.drill;

import dev.ax.process.EmbeddedRedis;
import dev.ax.process.RedisProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** The Redis of a drill, which may be killed and started again on its data and its port. For one thread. */
final class DrillRedis implements AutoCloseable {
    private static final int WATCHED_MICROS = 10_000;

    private final Path folder;
    private final String appendfsync;
    private EmbeddedRedis server;
    private int port;

    /**
     * Starts one.
     *
     * @param appendfsync {@code always}, {@code everysec} or {@code no}
     */
    DrillRedis(String appendfsync) {
        try {
            this.folder = Files.createTempDirectory("ax-drill-redis");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        this.appendfsync = appendfsync;
        this.port = EmbeddedRedis.FREE_PORT;
        start();
    }

    int port() {
        return port;
    }

    String url() {
        return server.url();
    }

    void start() {
        server = EmbeddedRedis.start(folder, port);
        port = server.port();
        ask("CONFIG SET appendfsync " + appendfsync);
        ask("CONFIG SET slowlog-log-slower-than " + WATCHED_MICROS);
    }

    /** As a power cut would. */
    void kill() {
        server.kill();
        server.close();
    }

    /** The longest command since it started, of those over 10 ms. */
    Duration longestCommand() {
        String longest = ask("EVAL \"local m = 0 for _, e in ipairs(redis.call('SLOWLOG', 'GET', 128)) do"
                + " m = math.max(m, e[3]) end return m\" 0");
        return Duration.ofNanos(Long.parseLong(longest.substring(1)) * 1_000);
    }

    String ask(String command) {
        try (RedisProbe probe = new RedisProbe(port)) {
            return probe.ask(command);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public void close() {
        server.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
