package dev.ax.scheduler;

import dev.ax.contract.Report;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.BadCursorException;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Submission;
import dev.ax.store.TaskPage;
import dev.ax.store.TaskQuery;
import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A scheduler without a store, for tests of the ways in: keeps tasks in a map, obeys the table of states, records what
 * it was asked, and fails or waits as it is told. Tasks never run by themselves.
 */
public final class FakeScheduler implements Scheduler {
    private final Map<String, Task> tasks = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Task>> waiting = new ConcurrentHashMap<>();
    private final Queue<Object> calls = new ConcurrentLinkedQueue<>();
    private volatile RuntimeException failure;
    private volatile Function<TaskSpec, Submission> refusal = spec -> null;
    private volatile Uni<Void> pace = Uni.createFrom().voidItem();

    /** A submission of several tasks. */
    public record Submitted(List<TaskSpec> specs) {}

    /** An action such as {@code cancel}. */
    public record Acted(String action, String id, Actor actor) {}

    /** A heartbeat. */
    public record Beaten(String id, long token, Progress progress) {}

    /** A wait for the end of a task. */
    public record Awaited(String id, Duration atMost) {}

    /** What was asked so far, in order. */
    public List<Object> calls() {
        return List.copyOf(calls);
    }

    /** The calls of one kind, in order. */
    public <T> List<T> calls(Class<T> kind) {
        return calls.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Every call fails so from now on; null to end it. */
    public void failWith(RuntimeException failure) {
        this.failure = failure;
    }

    /** Submissions of a task are answered by this where it is not null. */
    public void answerSubmissionsBy(Function<TaskSpec, Submission> answer) {
        this.refusal = answer;
    }

    /** Every answer to a submission comes after this has completed. */
    public void pace(Uni<Void> pace) {
        this.pace = pace;
    }

    /** The task is in that state now, and whoever waits for its end hears of it. */
    public void put(Task task) {
        tasks.put(task.id(), task);
        CompletableFuture<Task> waiter = waiting.get(task.id());
        if (waiter != null && task.state().ended()) {
            waiter.complete(task);
        }
    }

    /** Moves a known task, as the store would. */
    public Task move(String id, TaskState state) {
        Task moved = with(tasks.get(id), state);
        put(moved);
        return moved;
    }

    public Task task(String id) {
        return tasks.get(id);
    }

    /** How many tasks are known. */
    public int size() {
        return tasks.size();
    }

    /** Waits, without sleeping, until so many calls have come. */
    public void untilCalls(int count) {
        until(() -> calls.size() >= count);
    }

    /** Waits, without sleeping, for that call. */
    public void untilCall(Object call) {
        until(() -> calls.contains(call));
    }

    private void until(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                throw new AssertionError("waited in vain; came only " + calls);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void register(String type, TaskHandler handler) {
        throw new UnsupportedOperationException("the ways in register nothing");
    }

    @Override
    public Uni<Task> submit(TaskRequest request) {
        throw new UnsupportedOperationException("the ways in validate by themselves");
    }

    @Override
    public Uni<List<Submission>> submitAll(List<TaskSpec> specs) {
        return answer(new Submitted(specs), () -> {
            List<Submission> results = new ArrayList<>();
            for (TaskSpec spec : specs) {
                Submission refused = refusal.apply(spec);
                results.add(refused != null ? refused : store(spec));
            }
            return results;
        });
    }

    private Submission store(TaskSpec spec) {
        Task fresh = fresh(spec);
        Task known = tasks.putIfAbsent(spec.id(), fresh);
        if (known == null) {
            return new Submission.Created(fresh);
        }
        return known.spec().fingerprint() == spec.fingerprint()
                ? new Submission.Existing(known)
                : new Submission.Conflict(known);
    }

    @Override
    public Uni<Task> get(String id) {
        return answer("get " + id, () -> tasks.get(id));
    }

    @Override
    public Uni<Task> awaitEnd(String id, Duration wait) {
        return answer(new Awaited(id, wait), () -> null).chain(() -> {
            Task task = tasks.get(id);
            if (task == null || task.state().ended()) {
                return Uni.createFrom().item(task);
            }
            return Uni.createFrom().completionStage(waiting.computeIfAbsent(id, i -> new CompletableFuture<>()));
        });
    }

    @Override
    public Uni<History> history(String id) {
        return answer("history " + id, () -> {
            Task task = tasks.get(id);
            if (task == null) {
                return null;
            }
            long at = task.spec().createdAtMs();
            return new History(
                    List.of(
                            new History.Line(at, null, TaskState.PENDING, 0, null, null, "api", null, null, -1),
                            new History.Line(
                                    at + 5,
                                    TaskState.RUNNING,
                                    TaskState.FAILED,
                                    1,
                                    AttemptStatus.FAILED,
                                    "n1",
                                    "ax",
                                    "permanent",
                                    "失败 <script>",
                                    3)),
                    2);
        });
    }

    @Override
    public Uni<TaskPage> list(TaskQuery query) {
        return answer(query, () -> {
            if (query.cursor() != null && !query.cursor().equals("next")) {
                throw new BadCursorException();
            }
            return new TaskPage(
                    tasks.values().stream()
                            .filter(task -> query.state() == null || task.state() == query.state())
                            .toList(),
                    query.cursor() == null ? "next" : null);
        });
    }

    @Override
    public Uni<ActionResult> cancel(String id, Actor actor) {
        return act(
                new Acted("cancel", id, actor),
                Set.of(TaskState.PENDING, TaskState.READY, TaskState.PAUSED, TaskState.RUNNING),
                TaskState.CANCELED);
    }

    @Override
    public Uni<ActionResult> runNow(String id, Actor actor) {
        return act(new Acted("runNow", id, actor), Set.of(TaskState.PENDING), TaskState.READY);
    }

    @Override
    public Uni<ActionResult> replay(String id, Actor actor) {
        return act(
                new Acted("replay", id, actor),
                Set.of(TaskState.FAILED, TaskState.CANCELED, TaskState.EXPIRED),
                TaskState.PENDING);
    }

    @Override
    public Uni<ActionResult> forget(String id) {
        return answer("forget " + id, () -> {
            Task task = tasks.get(id);
            if (task == null) {
                return new ActionResult.NotFound();
            }
            if (task.state() != TaskState.FAILED) {
                return new ActionResult.Forbidden(task);
            }
            tasks.remove(id);
            return new ActionResult.Done(TaskState.FAILED, task);
        });
    }

    private Uni<ActionResult> act(Acted acted, Set<TaskState> allowed, TaskState to) {
        return answer(acted, () -> {
            Task task = tasks.get(acted.id());
            if (task == null) {
                return new ActionResult.NotFound();
            }
            if (!allowed.contains(task.state())) {
                return new ActionResult.Forbidden(task);
            }
            return new ActionResult.Done(task.state(), move(acted.id(), to));
        });
    }

    @Override
    public Uni<CompletionStatus> report(Report report) {
        return answer(report, () -> {
            Task task = tasks.get(report.id());
            if (task == null) {
                return CompletionStatus.UNKNOWN;
            }
            if (task.token() != report.token()) {
                return CompletionStatus.REFUSED;
            }
            if (task.state().ended()) {
                return CompletionStatus.REPEATED;
            }
            move(report.id(), report.succeeded() ? TaskState.SUCCEEDED : TaskState.FAILED);
            return CompletionStatus.ACCEPTED;
        });
    }

    @Override
    public Uni<Boolean> heartbeat(String id, long token, Progress progress) {
        return answer(new Beaten(id, token, progress), () -> {
            Task task = tasks.get(id);
            return task != null && task.token() == token && task.state() == TaskState.RUNNING;
        });
    }

    private <T> Uni<T> answer(Object call, Supplier<T> answer) {
        return Uni.createFrom().deferred(() -> {
            calls.add(call);
            if (failure != null) {
                return Uni.createFrom().failure(failure);
            }
            return pace.map(paced -> answer.get());
        });
    }

    /** A task just submitted. */
    public static Task fresh(TaskSpec spec) {
        return new Task(
                spec,
                TaskState.PENDING,
                spec.priority(),
                spec.runAtMs(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                9_007_199_254_740_991L,
                1,
                null,
                null,
                null,
                false,
                null);
    }

    private static Task with(Task task, TaskState state) {
        return new Task(
                task.spec(),
                state,
                task.priority(),
                task.runAtMs(),
                task.readyAtMs(),
                task.startedAtMs(),
                state.ended() ? task.runAtMs() + 10 : 0,
                task.attempt(),
                task.retry(),
                task.lost(),
                task.replays(),
                task.token(),
                task.version() + 1,
                task.node(),
                task.lastError(),
                task.result(),
                task.resultOmitted(),
                task.progress());
    }
}
