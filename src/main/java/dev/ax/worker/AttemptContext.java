package dev.ax.worker;

import dev.ax.scheduler.TaskContext;
import dev.ax.store.ClaimedTask;
import dev.ax.task.Progress;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;

/** What a handler is told of its attempt, and its way to say how far it is. */
final class AttemptContext implements TaskContext {
    private static final int NOTE_BYTES = 1024;

    private final Attempt attempt;
    private final ClaimedTask task;

    AttemptContext(Attempt attempt) {
        this.attempt = attempt;
        this.task = attempt.task();
    }

    @Override
    public String taskId() {
        return task.id();
    }

    @Override
    public String type() {
        return task.spec().type();
    }

    @Override
    public Buffer payload() {
        byte[] payload = task.spec().payload();
        // A copy: what a handler does to it must not reach the next attempt.
        return payload == null ? Buffer.buffer() : Buffer.buffer(payload.clone());
    }

    @Override
    public int attempt() {
        return task.attempt();
    }

    @Override
    public int retry() {
        return task.retry();
    }

    @Override
    public int maxRetries() {
        return task.spec().retry().maxRetries();
    }

    @Override
    public long token() {
        return task.token();
    }

    @Override
    public Instant scheduledFor() {
        return Instant.ofEpochMilli(task.dueMs());
    }

    @Override
    public boolean isCancelled() {
        return attempt.isOver() || !attempt.guard().holds();
    }

    @Override
    public void heartbeat() {
        say(new Progress(Double.NaN, null, null));
    }

    @Override
    public void heartbeat(double progress, String note) {
        // Out of range is clamped: a slip in a figure that is for show must not fail the work.
        double ratio = Double.isNaN(progress) ? progress : Math.max(0, Math.min(1, progress));
        say(new Progress(ratio, note == null ? null : ErrorText.limit(note, NOTE_BYTES), null));
    }

    private void say(Progress progress) {
        if (!attempt.isOver()) {
            attempt.guard().progress(progress);
        }
    }
}
