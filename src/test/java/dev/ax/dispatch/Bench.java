package dev.ax.dispatch;

import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.store.NodeIdentity;
import dev.ax.store.StoreWatch;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import dev.ax.worker.SlotPool;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Dispatch on a test's bench: store, pool, clocks and loop move by hand. */
final class Bench {
    static final Duration LEASE = Duration.ofSeconds(30);
    static final NodeIdentity NODE = new NodeIdentity("node-1", 1, 1_700_000_000_000_000L);
    static final String ROUTE = "type:close-order";

    final HandLoop loop = new HandLoop();
    final MeterRegistry registry;
    final HeldAttempts held = new HeldAttempts();
    final ScriptedStore store;
    final HandPool pool;
    final DispatchTools tools;
    final Dispatch dispatch;
    private long tokens = 1_700_000_000_000_000L;

    Bench(int slots) {
        this(slots, 1);
    }

    Bench(int slots, int groups) {
        this(slots, groups, new AxMetrics(new SimpleMeterRegistry()));
    }

    Bench(int slots, int groups, AxMetrics metrics) {
        this(slots, groups, metrics, List.of());
    }

    /** With other pools beside the one. */
    Bench(int slots, int groups, AxMetrics metrics, List<SlotPool> others) {
        registry = metrics.registry();
        store = new ScriptedStore(groups);
        pool = new HandPool(ROUTE, slots);
        tools = new DispatchTools(
                store, loop, loop, new StoreWatch(loop), metrics, new LoopPulse(loop::nanoTime), () -> LEASE);
        List<SlotPool> pools = new ArrayList<>(List.of(pool));
        pools.addAll(others);
        dispatch = new Dispatch(loop, NODE, tools, held, pools, new AttemptFinisher(RandomGenerator.getDefault()), 100);
    }

    Bench start() {
        dispatch.start();
        loop.settle();
        return this;
    }

    /** Has the waiting claim bring a task and hands it over. */
    HandPool.Run run(String id) {
        store.claims.one().answer(List.of(task(id)));
        return pool.last();
    }

    /** As {@link #run}, begun. */
    HandPool.Run begun(String id) {
        return run(id).begin();
    }

    ClaimedTask task(String id) {
        long nowMs = loop.nowMs();
        TaskSpec spec = new TaskSpec(
                id,
                "close-order",
                TaskSpec.DEFAULT_QUEUE,
                null,
                nowMs,
                nowMs,
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TIMEOUT,
                RetryPolicy.DEFAULT,
                Target.Handler.INSTANCE,
                null,
                null,
                true,
                0,
                Map.of(),
                0);
        return new ClaimedTask(spec, 2, 1, 0, 0, 0, ++tokens, nowMs, nowMs, nowMs, nowMs + LEASE.toMillis());
    }

    /** Cancels the task in the store's name. */
    long cancel(HandPool.Run run) {
        return dispatch.canceled(run.task.holding());
    }

    void lose(HandPool.Run run) {
        dispatch.lost(List.of(run.task.holding()));
    }

    static List<CompletionStatus> accepted(Asked<List<Completion>, List<CompletionStatus>> call) {
        List<CompletionStatus> statuses =
                new ArrayList<>(Collections.nCopies(call.question.size(), CompletionStatus.ACCEPTED));
        call.answer(statuses);
        return statuses;
    }

    static List<String> ids(List<Completion> completions) {
        return completions.stream().map(Completion::holding).map(Holding::id).toList();
    }

    double counted(String name, String... tags) {
        var counter = registry.find(name).tags(tags).counter();
        return counter == null ? 0 : counter.count();
    }
}
