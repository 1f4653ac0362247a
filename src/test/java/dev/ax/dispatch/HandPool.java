package dev.ax.dispatch;

import dev.ax.store.ClaimedTask;
import dev.ax.task.Outcome;
import dev.ax.worker.AttemptSink;
import dev.ax.worker.LeaseGuard;
import dev.ax.worker.SlotPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A pool whose attempts begin and end when a test says so. */
final class HandPool implements SlotPool {
    final List<Run> runs = new ArrayList<>();
    final CountDownLatch handed = new CountDownLatch(1);
    private final String route;
    private final int slots;
    private int taken;
    private Runnable onFree = () -> {};

    HandPool(String route, int slots) {
        this.route = route;
        this.slots = slots;
    }

    @Override
    public String name() {
        return route;
    }

    @Override
    public List<String> routes() {
        return List.of(route);
    }

    @Override
    public int freeSlots() {
        return slots - taken;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public void onFree(Runnable listener) {
        onFree = listener;
    }

    @Override
    public void run(ClaimedTask task, LeaseGuard guard, AttemptSink sink) {
        if (freeSlots() == 0) {
            throw new AssertionError("more than is free");
        }
        taken++;
        runs.add(new Run(task, guard, sink));
        handed.countDown();
    }

    Run last() {
        return runs.get(runs.size() - 1);
    }

    /** An attempt that was handed over. */
    final class Run {
        final ClaimedTask task;
        final LeaseGuard guard;
        private final AttemptSink sink;
        long begunAtMs = -1;
        boolean interrupted;
        boolean waitsForThread;

        private Run(ClaimedTask task, LeaseGuard guard, AttemptSink sink) {
            this.task = task;
            this.guard = guard;
            this.sink = sink;
            guard.onVoid(() -> {
                interrupted = true;
                return !waitsForThread;
            });
        }

        Run begin() {
            guard.begin(atMs -> {
                begunAtMs = atMs;
                if (atMs == 0) {
                    free();
                    sink.neverBegan();
                }
            });
            return this;
        }

        boolean called() {
            return begunAtMs > 0;
        }

        void succeed() {
            end(Outcome.Succeeded.WITHOUT_RESULT);
        }

        void end(Outcome outcome) {
            free();
            sink.ended(begunAtMs, outcome, null);
        }

        void detach() {
            free();
            sink.detached(begunAtMs, null);
        }

        private void free() {
            taken--;
            onFree.run();
        }
    }
}
