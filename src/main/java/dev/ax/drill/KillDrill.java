package dev.ax.drill;

import java.time.Duration;

/** {@code kill -9} of one node after the other, each started again two seconds later. */
final class KillDrill implements Drill {
    private static final Duration DOWN = Duration.ofSeconds(2);

    @Override
    public String about() {
        return "kill -9 of one of three nodes every 10 s, for 5 minutes at 2,000 tasks/s";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(1));
        Duration each = Duration.ofSeconds(scale.brief() ? 6 : 10);
        try (Arena arena = new Arena(Arena.Setup.of(3, work, scale))) {
            arena.load().start(scale.rate(2_000, 400));
            Pause.of(each);
            for (int round = 0; round < scale.rounds(30, 3); round++) {
                ChildNode node = arena.nodes().get(round % 3);
                arena.fault(node);
                node.kill();
                Pause.of(DOWN);
                node.start();
                Pause.of(each.minus(DOWN));
                node.awaitListening();
            }
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            Duration lease = scale.time(Duration.ofSeconds(30));
            return report.atMost("p99 late by", verdict.lateness(99), Duration.ofMillis(500))
                    .atMost("a task of a dead node late by, at most", verdict.lateness(100), Duration.ofSeconds(20))
                    .figure("restarts of lost tasks", verdict.restarts().size())
                    .atMost(
                            "p99 of a restart after the kill",
                            Duration.ofMillis(verdict.restarts().p(99)),
                            lease.plusSeconds(2))
                    .figure("starts by node", verdict.startsByNode());
        }
    }
}
