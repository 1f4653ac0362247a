package dev.ax.drill;

import dev.ax.testing.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node of ax as a process of its own, as {@code ax.jar serve} runs it. It ends with {@link #close} or with this JVM.
 */
final class NodeProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern LISTENS = Pattern.compile("ax listens on http://127\\.0\\.0\\.1:(\\d+)");
    private static final int TAIL = 40;
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "node-processes-end"));
    }

    /** A line of the log and when it was read. */
    record Line(long nanoTime, String text) {}

    private final String nodeId;
    private final Process process;
    private final List<Line> lines = new ArrayList<>();
    private final Instant listeningSince;
    private final Api api;

    private NodeProcess(String nodeId, Process process) {
        this.nodeId = nodeId;
        this.process = process;
        RUNNING.add(process);
        Thread reader = new Thread(this::read, "log-" + nodeId);
        reader.setDaemon(true);
        reader.start();
        try {
            awaitLog(LISTENS.pattern());
            this.listeningSince = Instant.now();
            this.api = new Api(port());
        } catch (AssertionError fault) {
            close();
            throw fault;
        }
    }

    /**
     * Starts a node and waits until it takes requests.
     *
     * @param name {@code AX_NAME}: nodes that share a Redis and a name work on the same tasks
     * @param environment beside what every drill needs, or instead of it
     */
    static NodeProcess start(RedisServer redis, String name, String nodeId, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.ax.Main",
                "serve");
        Map<String, String> all = builder.environment();
        all.keySet().removeIf(key -> key.startsWith("AX_"));
        all.put("AX_HTTP_PORT", "0");
        all.put("AX_NAME", name);
        all.put("AX_NODE_ID", nodeId);
        all.put("AX_REDIS_URL", redis.url());
        all.put("AX_WORKER_BUILTIN_HANDLERS", "true");
        all.putAll(environment);
        try {
            return new NodeProcess(nodeId, builder.redirectErrorStream(true).start());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    Api api() {
        return api;
    }

    /** When it said that it takes requests. */
    Instant listeningSince() {
        return listeningSince;
    }

    boolean alive() {
        return process.isAlive();
    }

    void kill9() {
        process.destroyForcibly();
        awaitExit(PATIENCE);
    }

    void terminate() {
        signal("TERM");
    }

    void freeze() {
        signal("STOP");
    }

    void thaw() {
        signal("CONT");
    }

    /** Its exit code. */
    int awaitExit(Duration atMost) {
        Await.until(atMost, () -> !process.isAlive(), () -> nodeId + " does not end\n" + tail());
        return process.exitValue();
    }

    /** Waits for a line that has a match of the pattern. */
    void awaitLog(String pattern) {
        Pattern wanted = Pattern.compile(pattern);
        Await.until(
                PATIENCE,
                () -> logged(wanted) || !process.isAlive(),
                () -> nodeId + " never said " + pattern + "\n" + tail());
        if (!logged(wanted)) {
            // what it said last may still be on its way from the pipe
            Await.until(
                    Duration.ofSeconds(2),
                    () -> logged(wanted),
                    () -> nodeId + " ended and never said " + pattern + "\n" + tail());
        }
    }

    /** What it said from one instant, by {@link System#nanoTime}, to another. */
    List<String> logBetween(long fromNanos, long toNanos) {
        synchronized (lines) {
            return lines.stream()
                    .filter(line -> line.nanoTime - fromNanos >= 0 && line.nanoTime - toNanos < 0)
                    .map(Line::text)
                    .toList();
        }
    }

    /** The end of its log, to show where a drill fails. */
    String tail() {
        synchronized (lines) {
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL), lines.size()).stream()
                    .map(Line::text)
                    .toList();
            return "last lines of " + nodeId + ":\n  " + String.join("\n  ", last) + "\n";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        awaitExit(PATIENCE);
        RUNNING.remove(process);
    }

    private int port() {
        synchronized (lines) {
            return lines.stream()
                    .map(line -> LISTENS.matcher(line.text))
                    .filter(Matcher::find)
                    .mapToInt(match -> Integer.parseInt(match.group(1)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private boolean logged(Pattern pattern) {
        synchronized (lines) {
            return lines.stream().anyMatch(line -> pattern.matcher(line.text).find());
        }
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                synchronized (lines) {
                    lines.add(new Line(System.nanoTime(), line));
                }
            }
        } catch (IOException closed) {
            synchronized (lines) {
                lines.add(new Line(System.nanoTime(), "log closed: " + closed.getMessage()));
            }
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid())
                    .inheritIO()
                    .start();
            if (!kill.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("kill -" + name + " of " + nodeId + " did not work");
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }
}
