package dev.ax.drill;

import java.time.Duration;

/** Throughput of one, two and three nodes with handlers that sleep. */
final class ScalingDrill implements Drill {
    private static final Duration LENGTH = Duration.ofMillis(100);
    private static final int MOST_NODES = 3;

    @Override
    public String about() {
        return "throughput of 1, 2 and 3 nodes whose tasks last 100 ms (--rate: slots of a node)";
    }

    @Override
    public Report run(String name, Scale scale) {
        int slots = scale.rate(128, 32);
        double each = slots / (LENGTH.toMillis() / 1_000.0);
        Report report = new Report(name);
        double one = 0;
        for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
            Arena.Setup setup =
                    Arena.Setup.of(nodes, Work.lasting(LENGTH), scale).with("AX_WORKER_SLOTS", "" + slots);
            try (Arena arena = new Arena(setup)) {
                arena.load().submit((int) (each * nodes * (scale.brief() ? 10 : 30)), 1_000);
                Verdict verdict = arena.judge(Duration.ofMinutes(3));
                double rate = verdict.throughput();
                one = nodes == 1 ? rate : one;
                report.none("wrong lives with " + nodes + " nodes", verdict.wrong())
                        .figure(
                                nodes + " x " + slots + " slots, tasks a second",
                                "%.0f of %.0f (%.0f %%)".formatted(rate, each * nodes, 100 * rate / each / nodes))
                        .figure("  times that of one node", "%.2f".formatted(rate / one));
            }
        }
        return report;
    }
}
