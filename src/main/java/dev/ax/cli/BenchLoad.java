package dev.ax.cli;

import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskRequest;
import dev.ax.store.Submission;
import dev.ax.task.TaskSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.IntToLongFunction;

/**
 * Puts tasks into a node in this process, in the ways that an application that embeds ax may. Each call returns when all
 * are acknowledged; the first failure ends it. Tasks are numbered on from call to call. For one thread.
 */
final class BenchLoad {
    /** Batches under way at once: while one is in Redis the next is read and one is answered. */
    private static final int BATCHES = 4;

    private final Scheduler scheduler;
    private final Executor loop;
    private final BenchSettings settings;
    private final BenchTasks tasks;
    private final int batchesAtOnce;
    private int used;

    BenchLoad(LocalNode local, BenchSettings settings) {
        this.scheduler = local.node().scheduler();
        this.loop = work -> local.vertx().runOnContext(start -> work.run());
        this.settings = settings;
        this.tasks = new BenchTasks(settings.payload());
        this.batchesAtOnce =
                Math.max(1, Math.min(BATCHES, local.config().store().maxQueued() / settings.batch()));
    }

    /** One by one, by a number of callers in turn. */
    void oneByOne(int count, int callers, long dueMs) {
        int base = take(count);
        Instant due = Instant.ofEpochMilli(dueMs);
        String text = tasks.text();
        BenchTurn turn = new BenchTurn(count);
        turn.run(
                callers,
                loop,
                i -> scheduler
                        .submit(TaskRequest.of(BenchTasks.TYPE)
                                .id(BenchTasks.id(base + i))
                                .runAt(due)
                                .payload(text))
                        .subscribe()
                        .with(task -> turn.next(), turn::fail));
    }

    /**
     * In batches.
     *
     * @param dueMs due instant by the task's number within this call
     */
    void batches(int count, IntToLongFunction dueMs) {
        int base = take(count);
        int size = settings.batch();
        BenchTurn turn = new BenchTurn((count + size - 1) / size);
        turn.run(
                batchesAtOnce,
                loop,
                batch -> scheduler
                        .submitAll(specs(base, batch * size, Math.min(count, (batch + 1) * size), dueMs))
                        .subscribe()
                        .with(results -> answered(turn, results), turn::fail));
    }

    private int take(int count) {
        int base = used;
        used += count;
        return base;
    }

    private List<TaskSpec> specs(int base, int from, int to, IntToLongFunction dueMs) {
        long nowMs = System.currentTimeMillis();
        List<TaskSpec> specs = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            specs.add(tasks.spec(base + i, nowMs, dueMs.applyAsLong(i)));
        }
        return specs;
    }

    private static void answered(BenchTurn turn, List<Submission> results) {
        if (results.stream().allMatch(Submission.Created.class::isInstance)) {
            turn.next();
        } else {
            turn.fail(new IllegalStateException("a task of a batch was not created"));
        }
    }
}
