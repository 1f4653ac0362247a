package dev.ax.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines that a process printed, for the message when it fails. Reads on, so that the process never blocks. */
final class Tail {
    private static final int LINES = 20;

    private final Deque<String> lines = new ArrayDeque<>();
    private final Thread reader;

    private Tail(BufferedReader output) {
        reader = new Thread(() -> read(output), "redis-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Of a process whose error stream goes into its output. */
    static Tail of(Process process) {
        return new Tail(process.inputReader());
    }

    /** All that a process that has ended printed at its end. */
    String last() throws InterruptedException {
        reader.join(1000);
        synchronized (lines) {
            return String.join("\n", lines);
        }
    }

    private void read(BufferedReader output) {
        try (output) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                synchronized (lines) {
                    lines.addLast(line);
                    if (lines.size() > LINES) {
                        lines.removeFirst();
                    }
                }
            }
        } catch (IOException closed) {
            // The process was ended while it printed: there is no more to read.
        }
    }
}
