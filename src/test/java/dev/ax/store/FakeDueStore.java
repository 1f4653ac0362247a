package dev.ax.store;

import dev.ax.clock.StoreClock;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A store in memory that knows only when something is due: {@code upcoming} and {@code fire} as {@link TaskStore}
 * promises them, judged by a clock of the test's. Groups can be silenced, calls can be made to fail. All else is refused.
 * Safe for use by any thread.
 */
public final class FakeDueStore implements TaskStore {
    /** What one call of {@code fire} moved. */
    public record Shot(int partition, long dueMs, long firedMs) {}

    private final StoreClock clock;
    private final int partitions;
    private final int groups;
    private final List<NavigableMap<Long, Integer>> due = new ArrayList<>();
    private final Set<Integer> silent = new HashSet<>();
    private final List<Runnable> held = new ArrayList<>();
    private final List<Shot> shots = new ArrayList<>();
    private final List<List<Integer>> fireCalls = new ArrayList<>();
    private final List<Integer> reads = new ArrayList<>();
    private Runnable onRead = () -> {};
    private Runnable onFired = () -> {};
    private int failures;

    public FakeDueStore(StoreClock clock, int partitions, int groups) {
        this.clock = clock;
        this.partitions = partitions;
        this.groups = groups;
        for (int partition = 0; partition < partitions; partition++) {
            due.add(new TreeMap<>());
        }
    }

    /** Puts a task in, due at that instant. */
    public synchronized void put(int partition, long dueMs) {
        due.get(partition).merge(dueMs, 1, Integer::sum);
    }

    /** The next calls, this many of them, fail as if the store were out of reach. */
    public synchronized void failNext(int calls) {
        failures = calls;
    }

    /** Fires of the group are taken in and done, yet not answered until {@link #answerHeld}. */
    public synchronized void silence(int group) {
        silent.add(group);
    }

    /** Answers what was held back and is silent no more. */
    public void answerHeld() {
        List<Runnable> answers;
        synchronized (this) {
            silent.clear();
            answers = List.copyOf(held);
            held.clear();
        }
        answers.forEach(Runnable::run);
    }

    /** Runs after each read of {@code upcoming} was made, before it is answered. */
    public synchronized void onRead(Runnable action) {
        onRead = action;
    }

    /** Runs after each fire. */
    public synchronized void onFired(Runnable action) {
        onFired = action;
    }

    /** What was fired, in order. */
    public synchronized List<Shot> shots() {
        return List.copyOf(shots);
    }

    /** The partitions of each call of fire, failed ones too. */
    public synchronized List<List<Integer>> fireCalls() {
        return List.copyOf(fireCalls);
    }

    /** The partition of each call of upcoming, failed ones too. */
    public synchronized List<Integer> reads() {
        return List.copyOf(reads);
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public int groups() {
        return groups;
    }

    @Override
    public int groupOf(int partition) {
        return partition % groups;
    }

    @Override
    public Uni<Upcoming> upcoming(int partition, long afterMs, long untilMs, int limit) {
        return answered(-1, () -> {
            reads.add(partition);
            mayFail();
            List<Long> found = new ArrayList<>();
            int looked = 0;
            for (Map.Entry<Long, Integer> entry :
                    due.get(partition).subMap(afterMs, false, untilMs, true).entrySet()) {
                if (looked >= limit) {
                    break;
                }
                found.add(entry.getKey());
                looked += entry.getValue();
            }
            onRead.run();
            return new Upcoming(found.stream().mapToLong(Long::longValue).toArray(), looked < limit);
        });
    }

    @Override
    public Uni<Fired> fire(List<Integer> asked, int limit) {
        List<Integer> copy = List.copyOf(asked);
        return answered(groupOf(copy.get(0)), () -> {
            fireCalls.add(copy);
            mayFail();
            int left = limit;
            for (int partition : copy) {
                left -= take(partition, left);
            }
            onFired.run();
            return new Fired(
                    limit - left,
                    Set.of(),
                    copy.stream()
                            .map(p -> new Fired.Partition(
                                    p, due.get(p).isEmpty() ? -1 : due.get(p).firstKey()))
                            .toList());
        });
    }

    private int take(int partition, int limit) {
        NavigableMap<Long, Integer> entries = due.get(partition);
        int taken = 0;
        while (taken < limit && !entries.isEmpty() && entries.firstKey() <= clock.nowMs()) {
            long dueMs = entries.firstKey();
            entries.computeIfPresent(dueMs, (instant, count) -> count == 1 ? null : count - 1);
            shots.add(new Shot(partition, dueMs, clock.nowMs()));
            taken++;
        }
        return taken;
    }

    private void mayFail() {
        if (failures > 0) {
            failures--;
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "out of reach, as the test wants it", null);
        }
    }

    private <T> Uni<T> answered(int group, Supplier<T> call) {
        return Uni.createFrom().emitter(emitter -> {
            T answer;
            synchronized (this) {
                try {
                    answer = call.get();
                } catch (StoreException fault) {
                    emitter.fail(fault);
                    return;
                }
                if (silent.contains(group)) {
                    held.add(() -> complete(emitter, answer));
                    return;
                }
            }
            complete(emitter, answer);
        });
    }

    private static <T> void complete(UniEmitter<? super T> emitter, T answer) {
        emitter.complete(answer);
    }

    @Override
    public int partitionOf(String taskId) {
        throw refused();
    }

    @Override
    public Uni<List<Submission>> submit(List<TaskSpec> specs) {
        throw refused();
    }

    @Override
    public Uni<List<ClaimedTask>> claim(Claim claim) {
        throw refused();
    }

    @Override
    public Uni<List<CompletionStatus>> complete(List<Completion> completions) {
        throw refused();
    }

    @Override
    public Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings) {
        throw refused();
    }

    @Override
    public Uni<List<Boolean>> holds(List<Holding> holdings) {
        throw refused();
    }

    @Override
    public Uni<Boolean> detach(Holding holding, long startedAtMs, Duration remaining, Duration heartbeat) {
        throw refused();
    }

    @Override
    public Uni<Boolean> heartbeat(Holding holding, Progress progress) {
        throw refused();
    }

    @Override
    public Uni<ActionResult> cancel(String id, Actor actor) {
        throw refused();
    }

    @Override
    public Uni<ActionResult> runNow(String id, Actor actor) {
        throw refused();
    }

    @Override
    public Uni<ActionResult> replay(String id, Actor actor) {
        throw refused();
    }

    @Override
    public Uni<Void> settleStart(Holding holding, long startedAtMs) {
        throw refused();
    }

    @Override
    public Uni<Task> read(String id) {
        throw refused();
    }

    @Override
    public Uni<History> history(String id) {
        throw refused();
    }

    @Override
    public Uni<TaskPage> list(TaskQuery query) {
        throw refused();
    }

    @Override
    public Uni<ActionResult> forget(String id) {
        throw refused();
    }

    @Override
    public Uni<Counts> counts() {
        throw refused();
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException("This store knows only upcoming and fire.");
    }
}
