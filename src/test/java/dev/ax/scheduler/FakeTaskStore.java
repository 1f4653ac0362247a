package dev.ax.scheduler;

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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A store that answers what the test says and keeps what it was asked. */
final class FakeTaskStore implements TaskStore {
    final Queue<List<TaskSpec>> submits = new ConcurrentLinkedQueue<>();
    final Queue<String> reads = new ConcurrentLinkedQueue<>();
    final Queue<Completion> completions = new ConcurrentLinkedQueue<>();
    final Queue<String> settled = new ConcurrentLinkedQueue<>();

    Function<List<TaskSpec>, Uni<List<Submission>>> onSubmit = specs -> Uni.createFrom()
            .item(specs.stream()
                    .<Submission>map(spec -> new Submission.Created(Tasks.pending(spec)))
                    .toList());
    Function<String, Uni<Task>> onRead = id -> Uni.createFrom().nullItem();
    BiFunction<String, Actor, Uni<ActionResult>> onCancel =
            (id, actor) -> Uni.createFrom().item(new ActionResult.NotFound());
    Function<Completion, CompletionStatus> onComplete = completion -> CompletionStatus.ACCEPTED;
    Uni<Void> settling = Uni.createFrom().voidItem();

    @Override
    public Uni<List<Submission>> submit(List<TaskSpec> specs) {
        submits.add(specs);
        return onSubmit.apply(specs);
    }

    @Override
    public Uni<Task> read(String id) {
        reads.add(id);
        return onRead.apply(id);
    }

    @Override
    public Uni<ActionResult> cancel(String id, Actor actor) {
        return onCancel.apply(id, actor);
    }

    @Override
    public Uni<List<CompletionStatus>> complete(List<Completion> ended) {
        completions.addAll(ended);
        return Uni.createFrom().item(ended.stream().map(onComplete).toList());
    }

    @Override
    public Uni<Void> settleStart(Holding holding, long startedAtMs) {
        settled.add(holding.id() + " " + holding.token() + " " + startedAtMs);
        return settling;
    }

    @Override
    public Uni<Boolean> heartbeat(Holding holding, Progress progress) {
        return Uni.createFrom().item(holding.token() == 7);
    }

    @Override
    public int partitions() {
        return 1;
    }

    @Override
    public int groups() {
        return 1;
    }

    @Override
    public int partitionOf(String taskId) {
        return 0;
    }

    @Override
    public int groupOf(int partition) {
        return 0;
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
    public Uni<ActionResult> runNow(String id, Actor actor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<ActionResult> replay(String id, Actor actor) {
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
