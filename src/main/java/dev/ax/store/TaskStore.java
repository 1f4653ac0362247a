package dev.ax.store;

import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/**
 * The truth about tasks. Every method that changes something is atomic per task, judges by the store's clock, changes
 * nothing where it finds another state than it expects, and may be repeated without harm when an answer was lost.
 *
 * <p>Batches may be of any size and of any tasks: the store cuts them by group and into script calls. A fault in one
 * item never fails the others. A {@code Uni} fails with {@link StoreException} when the store could not be asked; then
 * it is unknown whether the call took effect. Methods may be called from any thread; results arrive on the store's
 * event loop. Nothing blocks.
 */
public interface TaskStore {

    /** Units of ownership, fixed at first start. */
    int partitions();

    /** Units of atomicity, fixed at first start. */
    int groups();

    /** The partition of a task: a stable hash of its id up to the first {@code ~}. */
    int partitionOf(String taskId);

    /** The group that a partition's keys live in. */
    int groupOf(int partition);

    /**
     * Stores new tasks, PENDING, or READY where they are due on creation. An id that is known already is compared by
     * fingerprint and left alone. Results are in the order of {@code specs}.
     */
    Uni<List<Submission>> submit(List<TaskSpec> specs);

    /**
     * Due instants that lie ahead in a partition, distinct and ascending, for the wheel.
     *
     * @param afterMs exclusive
     * @param untilMs inclusive
     * @param limit most entries that are looked at; when as many came back there may be more
     */
    Uni<Upcoming> upcoming(int partition, long afterMs, long untilMs, int limit);

    /**
     * Moves what is due from PENDING to READY, by range.
     *
     * @param partitions all of one group
     * @param limit most tasks moved in this call
     */
    Uni<Fired> fire(List<Integer> partitions, int limit);

    /** Leases the most urgent READY tasks of one group to a node: a new attempt, a new token, a lease for each. */
    Uni<List<ClaimedTask>> claim(Claim claim);

    /** Ends attempts by their holders' word. Results are in the order of {@code completions}. */
    Uni<List<CompletionStatus>> complete(List<Completion> completions);

    /** Prolongs leases of a node, each to now + {@code lease}. */
    Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings);

    /** Whether each token is still the valid one, in order. Reads only. */
    Uni<List<Boolean>> holds(List<Holding> holdings);

    /**
     * Hands an attempt over to its executor, which will report: it belongs to no node any more and lasts until its
     * deadline, or from heartbeat to heartbeat.
     *
     * @param startedAtMs the call of the executor
     * @param remaining until the attempt's deadline
     * @param heartbeat null where none is asked of the executor
     * @return false where a report or another end came first
     */
    Uni<Boolean> detach(Holding holding, long startedAtMs, Duration remaining, Duration heartbeat);

    /**
     * Keeps an attempt alive up to its deadline and remembers what it said.
     *
     * @param progress null where nothing was said
     * @return false where the token is not the valid one
     */
    Uni<Boolean> heartbeat(Holding holding, Progress progress);

    /** Cancels a task in PENDING, READY, PAUSED or RUNNING; the token of a running one is void at once. */
    Uni<ActionResult> cancel(String id, Actor actor);

    /** Makes a PENDING task READY now. */
    Uni<ActionResult> runNow(String id, Actor actor);

    /** Makes an ended, unsuccessful task PENDING again, due now, with all its retries. */
    Uni<ActionResult> replay(String id, Actor actor);

    /**
     * Corrects when the latest attempt of a cancelled task was started.
     *
     * @param startedAtMs the call of its executor; 0 where the cancel came first
     */
    Uni<Void> settleStart(Holding holding, long startedAtMs);

    /** The task as it stands; null where the id is not known. */
    Uni<Task> read(String id);

    /** The way of a task; null where the id is not known. */
    Uni<History> history(String id);

    /** One page of a list. */
    Uni<TaskPage> list(TaskQuery query);

    /** Forgets a FAILED task. The result holds the task, or says why not. */
    Uni<ActionResult> forget(String id);

    /** How many tasks are in which state, summed over groups. */
    Uni<Counts> counts();
}
