package dev.ax.drill;

import java.time.Duration;
import java.util.function.Supplier;

/** {@code kill -9} of a master; its replica takes its place. */
final class FailoverDrill implements Drill {
    private final Supplier<DrillStore> store;

    /** @param store whose kill is one of a master, and returns when its replica is promoted */
    FailoverDrill(Supplier<DrillStore> store) {
        this.store = store;
    }

    @Override
    public String about() {
        return "kill -9 of a master of a Redis Cluster (3 masters, 8 groups): its replica is promoted";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(1));
        Percentiles promoted = new Percentiles();
        try (Arena arena = new Arena(Arena.Setup.of(3, work, scale).on(store))) {
            arena.load().start(scale.rate(500, 200));
            Pause.of(Duration.ofSeconds(5));
            for (int round = 0; round < scale.rounds(6, 2); round++) {
                long killedNanos = System.nanoTime();
                arena.killStore();
                promoted.add((System.nanoTime() - killedNanos) / 1_000_000);
                Pause.of(Duration.ofSeconds(5));
                arena.store().start();
                Pause.of(Duration.ofSeconds(5));
            }
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            return report.figure(
                            "a replica was promoted after, p50, max", promoted.p(50) + ", " + promoted.max() + " ms")
                    .atMost("p99 late by", verdict.lateness(99), Duration.ofSeconds(20));
        }
    }
}
