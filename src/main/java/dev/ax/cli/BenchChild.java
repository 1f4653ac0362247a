package dev.ax.cli;

import dev.ax.process.AxCommand;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of the benchmark's own: it is asked a line and answers a line of JSON. It ends when its input does, so it
 * does not outlive this one. Blocks; for one thread.
 */
final class BenchChild implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 40;

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter questions;
    private JsonObject ready;

    private BenchChild(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.questions = process.outputWriter();
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param javaOptions as {@link AxCommand#options} makes them
     * @param arguments the hidden command below {@code bench}
     */
    static BenchChild start(List<String> javaOptions, List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("bench"));
        all.addAll(arguments);
        BenchChild child = new BenchChild(new ProcessBuilder(AxCommand.command(javaOptions, all))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        try {
            child.ready = child.answer();
            return child;
        } catch (IOException fault) {
            child.close();
            throw fault;
        }
    }

    /** What it said when it was ready. */
    JsonObject ready() {
        return ready;
    }

    JsonObject ask(String question) throws IOException {
        questions.write(question);
        questions.newLine();
        questions.flush();
        return answer();
    }

    /** The other side: the process says a line to who started it. */
    static void tell(PrintWriter out, JsonObject line) {
        out.println(line.encode());
        out.flush();
    }

    private JsonObject answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("a process of the benchmark ended before it answered");
        }
        return new JsonObject(line);
    }

    @Override
    public void close() throws IOException {
        try {
            questions.close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException fault) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
