package dev.ax.cli;

import dev.ax.cli.BenchScenario.Length;
import dev.ax.cli.BenchScenario.WarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether a task costs the same however many wait beside it, for each number of submissions in flight. */
final class BenchGrowth {
    static final List<BenchScenario> ALL = List.of(new BenchScenario(
            "growth",
            Length.LONG,
            WarmUp.FIRST,
            "a life of --tasks 50000 beside 10000, 100000, ... --pending 1000000 that wait, 1, 16, 256 and batches in"
                    + " flight (1 and 16 with fewer tasks)",
            BenchGrowth::run));

    private static final int TASKS = 50_000;
    private static final int PENDING = 1_000_000;
    private static final int LEAST_PENDING = 10_000;

    /** A caller makes some thousand a second, so that fewer tasks take as long. */
    private static final int MOST_PER_CALLER = 2_000;

    private static final int[] CALLERS = {1, 16, 256};

    private BenchGrowth() {}

    private static void run(BenchRound round) {
        BenchWork work = new BenchWork(0);
        try (LocalNode node = round.node(work)) {
            BenchLoad load = round.load(node);
            int waiting = 0;
            for (int pending : sizes(round.settings.pending(PENDING))) {
                long dueMs = BenchRound.inAnHour();
                load.batches(pending - waiting, i -> dueMs);
                waiting = pending;
                lives(round, work, node, load, pending);
            }
        }
    }

    private static void lives(BenchRound round, BenchWork work, LocalNode node, BenchLoad load, int pending) {
        int tasks = round.settings.tasks(TASKS);
        for (int callers : CALLERS) {
            int fewer = Math.min(tasks, callers * MOST_PER_CALLER);
            life(round, work, node, fewer, pending, callers + " in flight", () -> load.oneByOne(fewer, callers, 0));
        }
        life(round, work, node, tasks, pending, "batches", () -> load.batches(tasks, i -> 0));
    }

    private static void life(
            BenchRound round, BenchWork work, LocalNode node, int tasks, int pending, String how, Runnable submission) {
        work.expect(tasks);
        BenchEnds ends = round.ends(node);
        round.measure(String.format(Locale.ROOT, "%,d pending, %s: ", pending, how), tasks, () -> {
            submission.run();
            work.await();
            ends.await(tasks);
        });
    }

    private static List<Integer> sizes(int most) {
        List<Integer> sizes = new ArrayList<>();
        for (int size = LEAST_PENDING; size < most; size *= 10) {
            sizes.add(size);
        }
        sizes.add(most);
        return sizes;
    }
}
