package dev.ax.dispatch;

import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.Claim;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Counts;
import dev.ax.store.Fired;
import dev.ax.store.Holding;
import dev.ax.store.NodeIdentity;
import dev.ax.store.Renewal;
import dev.ax.store.Submission;
import dev.ax.store.TaskPage;
import dev.ax.store.TaskQuery;
import dev.ax.store.TaskStore;
import dev.ax.store.Upcoming;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** A store of which nothing is expected: a test overrides what it expects. */
public class UnaskedStore implements TaskStore {

    @Override
    public int partitions() {
        return 32;
    }

    @Override
    public int groups() {
        return 1;
    }

    @Override
    public int partitionOf(String taskId) {
        return Math.floorMod(taskId.hashCode(), partitions());
    }

    @Override
    public int groupOf(int partition) {
        return partition % groups();
    }

    @Override
    public Uni<List<Submission>> submit(List<TaskSpec> specs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Upcoming> upcoming(int partition, long afterMs, long untilMs, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Fired> fire(List<Integer> partitions, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<List<ClaimedTask>> claim(Claim claim) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<List<CompletionStatus>> complete(List<Completion> completions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<List<Boolean>> holds(List<Holding> holdings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Boolean> detach(Holding holding, long startedAtMs, Duration remaining, Duration heartbeat) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Boolean> heartbeat(Holding holding, Progress progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<ActionResult> cancel(String id, Actor actor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<ActionResult> runNow(String id, Actor actor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<ActionResult> replay(String id, Actor actor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Void> settleStart(Holding holding, long startedAtMs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Task> read(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<History> history(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<TaskPage> list(TaskQuery query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<ActionResult> forget(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<Counts> counts() {
        throw new UnsupportedOperationException();
    }
}
