package dev.ax.drill;

import java.time.Duration;
import java.util.List;

/** The clock of one node is an hour ahead, that of another an hour behind. */
final class ClockDrill implements Drill {
    private static final Duration WRONG = Duration.ofHours(1);
    private static final List<Long> AHEAD = List.of(0L, WRONG.toSeconds(), -WRONG.toSeconds());

    @Override
    public String about() {
        return "one node's clock an hour ahead, another's an hour behind: nothing is early or late for it";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(1));
        Arena.Setup setup = Arena.Setup.of(3, work, scale)
                .varied((place, store, node) -> node.with("--clock-ahead", "" + AHEAD.get(place)));
        try (Arena arena = new Arena(setup)) {
            arena.load().start(scale.rate(500, 200));
            Pause.of(scale.time(Duration.ofSeconds(60)));
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            return report.none("attempts lost", verdict.lostAttempts())
                    .holds(
                            "nodes that ran tasks",
                            "" + verdict.startsByNode().size(),
                            "3",
                            verdict.startsByNode().size() == 3)
                    .atMost("p99 late by", verdict.lateness(99), Duration.ofMillis(500));
        }
    }
}
