package dev.ax.drill;

import java.time.Duration;

/** One of three nodes is ten times slower: it gets what it can do, and holds the others up by nothing. */
final class SlowNodeDrill implements Drill {
    private static final int SLOTS = 32;
    private static final Duration LENGTH = Duration.ofMillis(100);
    private static final int SLOWER = 10;
    private static final double TOLERANCE = 0.1;

    @Override
    public String about() {
        return "one of three nodes ten times slower: throughput of the two fast ones and its share";
    }

    @Override
    public Report run(String name, Scale scale) {
        double fast = SLOTS / (LENGTH.toMillis() / 1_000.0);
        double ideal = 2 * fast + fast / SLOWER;
        int count = (int) (ideal * (scale.brief() ? 15 : 60));
        Arena.Setup setup = Arena.Setup.of(3, Work.lasting(LENGTH), scale)
                .with("AX_WORKER_SLOTS", "" + SLOTS)
                .varied((place, store, node) -> place == 2 ? node.with("--slowness", "" + SLOWER) : node);
        try (Arena arena = new Arena(setup)) {
            arena.load().submit(count, 1_000);
            Verdict verdict = arena.judge(Duration.ofMinutes(3));
            Report report = new Report(name);
            verdict.report(report);
            double rate = verdict.throughput();
            double share = rate / ideal;
            return report.figure("starts by node", verdict.startsByNode())
                    .goal(
                            "tasks a second",
                            "%.0f".formatted(rate),
                            ">= %.0f".formatted(ideal * (1 - TOLERANCE)),
                            share >= 1 - TOLERANCE);
        }
    }
}
