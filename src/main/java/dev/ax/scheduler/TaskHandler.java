package dev.ax.scheduler;

/**
 * The work of tasks of one type, run in the process.
 *
 * <p>Called off the event loop: on a virtual thread on Java 21 and later, on a worker pool on 17, so it may block. It
 * may be called more than once for one task (at least one start); {@link TaskContext#token()} tells a downstream which
 * call is the valid one.
 */
@FunctionalInterface
public interface TaskHandler {

    /**
     * Does the work.
     *
     * @return the result: null, or a value that {@code io.vertx.core.json.Json} can write, at most 64 KiB as JSON
     * @throws PermanentFailureException where another attempt is pointless
     * @throws Exception any other failure: tried again by the task's retry policy
     */
    Object handle(TaskContext context) throws Exception;
}
