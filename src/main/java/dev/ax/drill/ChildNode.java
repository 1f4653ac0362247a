package dev.ax.drill;

import dev.ax.process.AxCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A node as a process of its own, which may be ended, frozen and started again under its id and its ports. Its log is read
 * and counted. One that loses this JVM ends by itself. One thread commands it; any may ask, and close it.
 */
final class ChildNode implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final String LISTENS = "ax listens on ";
    private static final int TAIL = 30;

    private final Spec spec;
    private final List<Line> lines = new ArrayList<>();
    private volatile Process process;
    private volatile boolean listening;
    private boolean closed; // guarded by this

    /** One of its log, and when it was read. */
    private record Line(long atNanos, String text) {}

    /**
     * What a node is, over its restarts.
     *
     * @param http its port
     * @param prefix of its command, such as {@code ip netns exec}; mostly empty
     * @param classesFirst a folder whose resources stand in for ax's own; null for none
     * @param javaOptions of its JVM
     * @param arguments after {@code drill node}
     * @param environment beside this process's own
     */
    record Spec(
            String id,
            String host,
            int http,
            List<String> prefix,
            Path classesFirst,
            List<String> javaOptions,
            List<String> arguments,
            Map<String, String> environment) {

        /** With other or more variables. */
        Spec with(Map<String, String> more) {
            Map<String, String> all = new TreeMap<>(environment);
            all.putAll(more);
            return new Spec(id, host, http, prefix, classesFirst, javaOptions, arguments, all);
        }

        /** With an option more. */
        Spec with(String option, String value) {
            List<String> all = new ArrayList<>(arguments);
            all.addAll(List.of(option, value));
            return new Spec(id, host, http, prefix, classesFirst, javaOptions, all, environment);
        }

        /** With resources that stand in for ax's own. */
        Spec with(Path folder) {
            return new Spec(id, host, http, prefix, folder, javaOptions, arguments, environment);
        }

        Spec at(String otherHost) {
            return new Spec(id, otherHost, http, prefix, classesFirst, javaOptions, arguments, environment);
        }

        Spec prefixed(List<String> before) {
            return new Spec(id, host, http, before, classesFirst, javaOptions, arguments, environment);
        }
    }

    ChildNode(Spec spec) {
        this.spec = spec;
    }

    String id() {
        return spec.id();
    }

    String url() {
        return "http://" + spec.host() + ":" + spec.http();
    }

    /** Where its handlers write what they begin and end. */
    static Path journal(Path folder, String nodeId) {
        return folder.resolve(nodeId + ".journal");
    }

    /** Starts it, without waiting until it listens. */
    synchronized void start() {
        if (closed) {
            throw new IllegalStateException(spec.id() + " is closed");
        }
        List<String> words = new ArrayList<>(List.of("drill", "node"));
        words.addAll(spec.arguments());
        List<String> command = new ArrayList<>(spec.prefix());
        command.addAll(AxCommand.command(spec.classesFirst(), spec.javaOptions(), words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("AX_") && !name.equals("AX_DEV_REDIS_SERVER"));
        builder.environment().putAll(spec.environment());
        listening = false;
        try {
            Process started = builder.start();
            process = started;
            Thread reader = new Thread(() -> read(started), "log-of-" + spec.id());
            reader.setDaemon(true);
            reader.start();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    void awaitListening() {
        Pause.until(Duration.ofSeconds(PATIENCE_SECONDS), () -> listening || !process.isAlive());
        if (!listening) {
            throw new IllegalStateException(spec.id() + " does not start:\n" + tail());
        }
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM; returns its exit code. */
    int terminate() {
        process.toHandle().destroy(); // the process itself would close its input, which tells it that the drill is gone
        return awaitEnd();
    }

    /** SIGSTOP. */
    void freeze() {
        signal("STOP");
    }

    /** SIGCONT. */
    void thaw() {
        signal("CONT");
    }

    /** Lines that it logged from one instant to another, by {@link System#nanoTime}. */
    long linesBetween(long fromNanos, long toNanos) {
        return since(fromNanos).filter(line -> line.atNanos - toNanos < 0).count();
    }

    /** Whether it logged something since an instant. */
    boolean said(String words, long fromNanos) {
        return since(fromNanos).anyMatch(line -> line.text.contains(words));
    }

    /** The last lines of its log. */
    String tail() {
        synchronized (lines) {
            return lines.subList(Math.max(0, lines.size() - TAIL), lines.size()).stream()
                    .map(Line::text)
                    .collect(Collectors.joining("\n"));
        }
    }

    private Stream<Line> since(long fromNanos) {
        synchronized (lines) {
            return List.copyOf(lines).stream().filter(line -> line.atNanos - fromNanos >= 0);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (process != null) {
            process.destroyForcibly();
            awaitEnd();
        }
    }

    private int awaitEnd() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(spec.id() + " does not end:\n" + tail());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
        return process.exitValue();
    }

    private void signal(String name) {
        Shell.run("kill", "-" + name, Long.toString(process.pid()));
    }

    private void read(Process started) {
        try (BufferedReader in = started.inputReader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                note(line);
            }
        } catch (IOException ended) {
            note("the log ends: " + ended.getMessage());
        }
    }

    private void note(String line) {
        synchronized (lines) {
            lines.add(new Line(System.nanoTime(), line));
        }
        if (line.contains(LISTENS)) {
            listening = true;
        }
    }
}
