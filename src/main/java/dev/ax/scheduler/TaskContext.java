package dev.ax.scheduler;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;

/** What a handler is told of its attempt. Safe to use from any thread. */
public interface TaskContext {

    String taskId();

    String type();

    /** The payload's JSON text as it was sent; empty where there was none. */
    Buffer payload();

    /** Starts so far, this one counted. */
    int attempt();

    /** Retries used before this attempt. */
    int retry();

    int maxRetries();

    /** Grows with every attempt of the task: a downstream that remembers the largest it saw refuses a stale one. */
    long token();

    /** The due instant in force. */
    Instant scheduledFor();

    /** Whether the attempt was cancelled, timed out or lost: what it still does is in vain. */
    boolean isCancelled();

    /** Says that the work goes on; see {@link #heartbeat(double, String)}. */
    void heartbeat();

    /**
     * Says how far the work is. Best effort, does not block.
     *
     * @param progress 0 to 1
     * @param note null for none
     */
    void heartbeat(double progress, String note);
}
