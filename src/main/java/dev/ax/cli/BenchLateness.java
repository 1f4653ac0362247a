package dev.ax.cli;

import dev.ax.cli.BenchScenario.Length;
import dev.ax.cli.BenchScenario.WarmUp;
import dev.ax.process.SlowLog;
import java.time.Duration;
import java.util.List;
import java.util.function.LongBinaryOperator;

/** How late tasks start that were submitted before they were due. */
final class BenchLateness {
    static final List<BenchScenario> ALL = List.of(
            spread("delayed-500", Length.QUICK, 5_000, "--delayed 5000 due over 10 s: how late they start"),
            spread("delayed-5000", Length.QUICK, 50_000, "the same with --delayed 50000"),
            spread("flood", Length.LONG, 500_000, "the same with --delayed 500000"),
            new BenchScenario(
                    "instant",
                    Length.LONG,
                    WarmUp.FIRST,
                    "--delayed 1000000 due in one instant: that, and the longest command of Redis",
                    BenchLateness::instant));

    private static final int AT_ONCE = 1_000_000;
    private static final Duration OVER = Duration.ofSeconds(10);
    private static final long LEAD_MS = 1_000;

    /** Submissions in batches that most machines make in a millisecond. */
    private static final int SLOWEST_PER_MS = 20;

    private BenchLateness() {}

    private static BenchScenario spread(String label, Length length, int tasks, String about) {
        return new BenchScenario(label, length, WarmUp.FIRST, about, round -> spread(round, tasks));
    }

    private static void spread(BenchRound round, int otherwise) {
        int tasks = round.settings.delayed(otherwise);
        long overMs = round.settings.span(OVER).toMillis();
        run(round, tasks, (firstMs, i) -> firstMs + i * overMs / tasks);
    }

    private static void instant(BenchRound round) {
        int tasks = round.settings.delayed(AT_ONCE);
        SlowLog.Longest longest = round.redis.longestDuring(() -> run(round, tasks, (firstMs, i) -> firstMs));
        round.figures.add("longest Redis command, ms", longest.millis());
        round.figures.note("longest Redis command", longest.command());
    }

    /** @param dueMs by the instant of the first and the task's number */
    private static void run(BenchRound round, int tasks, LongBinaryOperator dueMs) {
        BenchWork work = new BenchWork(tasks);
        try (LocalNode node = round.node(work)) {
            long firstMs = System.currentTimeMillis() + LEAD_MS + tasks / SLOWEST_PER_MS;
            round.load(node).batches(tasks, i -> dueMs.applyAsLong(firstMs, i));
            if (System.currentTimeMillis() > firstMs) {
                throw new IllegalStateException(
                        "this machine is too slow to submit them before they are due: fewer --delayed");
            }
            work.await();
        }
        round.figures.add("start - due p50, ms", work.latenessMs(50));
        round.figures.add("start - due p99, ms", work.latenessMs(99));
        round.figures.add("start - due max, ms", work.latenessMs(100));
        round.figures.add("started early, tasks", (double) work.early());
    }
}
