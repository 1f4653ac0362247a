package dev.ax.drill;

import dev.ax.scheduler.TaskContext;
import dev.ax.scheduler.TaskHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Does the tasks of a drill, and writes down what it begins and ends: evidence that does not come from what is judged. Each
 * line is with the system before the work goes on, so that a kill takes none.
 */
public final class WorkHandler implements TaskHandler {
    /** What it is registered for. */
    public static final String TYPE = Work.JOURNALED;

    private final FileChannel journal;
    private final double slowness;

    /** @param slowness how many times as long as it should each task takes */
    public WorkHandler(Path journal, double slowness) {
        try {
            this.journal = FileChannel.open(
                    journal, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        this.slowness = slowness;
    }

    @Override
    public Object handle(TaskContext context) throws Exception {
        write('B', context);
        long sleepMs = context.payload().toJsonObject().getLong(Work.SLEEP);
        TimeUnit.MICROSECONDS.sleep((long) (sleepMs * slowness * 1_000));
        write('E', context);
        return null;
    }

    private void write(char what, TaskContext context) throws IOException {
        String line = what + " " + context.taskId() + " " + context.attempt() + " " + context.token() + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            journal.write(bytes);
        }
    }
}
