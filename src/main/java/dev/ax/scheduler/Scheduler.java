package dev.ax.scheduler;

import dev.ax.contract.Report;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Submission;
import dev.ax.store.TaskPage;
import dev.ax.store.TaskQuery;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/**
 * ax, as an application that embeds it sees it; REST and bus are thin shells over the same.
 *
 * <p>Any thread may call it; nothing blocks. A {@code Uni} does its work when subscribed to, once each time, and
 * answers on the caller's Vert.x context where there is one. It fails with {@link dev.ax.store.StoreException} when the
 * store is out of reach; then it is unknown whether the call took effect, and repeating it with the same id is safe.
 */
public interface Scheduler {

    /**
     * Registers a handler for a type on this node. Takes effect at once.
     *
     * @throws IllegalArgumentException if the type is not a name, or has a handler already
     */
    void register(String type, TaskHandler handler);

    /**
     * Submits one task. Repeating it with the same id and content yields the task as it stands.
     *
     * @throws InvalidTaskException through the Uni, naming every fault
     * @throws TaskConflictException through the Uni, where the id is known with another content
     */
    Uni<Task> submit(TaskRequest request);

    /** Submits what was validated already, all in one go; one result a task, in order. */
    Uni<List<Submission>> submitAll(List<TaskSpec> specs);

    /** The task as it stands; null where the id is not known. */
    Uni<Task> get(String id);

    /**
     * The task once it has ended, or as it stands after {@code wait}; null where the id is not known.
     *
     * @param wait at most an hour
     */
    Uni<Task> awaitEnd(String id, Duration wait);

    /** Its way so far; null where the id is not known. */
    Uni<History> history(String id);

    Uni<TaskPage> list(TaskQuery query);

    /**
     * Cancels a task. One that has not run never starts; of one that runs the result is refused, and its handler is
     * interrupted: the answer waits up to 500 ms for its node.
     */
    Uni<ActionResult> cancel(String id, Actor actor);

    /** Skips the delay or backoff of a PENDING task. */
    Uni<ActionResult> runNow(String id, Actor actor);

    /** Runs a FAILED, CANCELED or EXPIRED task again, with all its retries. */
    Uni<ActionResult> replay(String id, Actor actor);

    /** Forgets a FAILED task. */
    Uni<ActionResult> forget(String id);

    /** Ends an attempt by word of an executor that answered 202. */
    Uni<CompletionStatus> report(Report report);

    /**
     * Keeps a reporting attempt alive.
     *
     * @return false where the token is not the valid one
     */
    Uni<Boolean> heartbeat(String id, long token, Progress progress);
}
