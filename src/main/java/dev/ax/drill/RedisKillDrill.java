package dev.ax.drill;

import java.time.Duration;

/** {@code kill -9} of Redis, started again on its append-only file two seconds later. */
final class RedisKillDrill implements Drill {
    private static final Duration DOWN = Duration.ofSeconds(2);

    private final String appendfsync;

    RedisKillDrill(String appendfsync) {
        this.appendfsync = appendfsync;
    }

    @Override
    public String about() {
        return "kill -9 of Redis with appendfsync " + appendfsync + ", started again after 2 s";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(1));
        Percentiles back = new Percentiles();
        try (Arena arena = new Arena(Arena.Setup.of(3, work, scale).on(() -> scale.store(appendfsync)))) {
            arena.load().start(scale.rate(500, 200));
            Pause.of(Duration.ofSeconds(5));
            for (int round = 0; round < scale.rounds(5, 2); round++) {
                arena.killStore();
                Pause.of(DOWN);
                arena.store().start();
                int known = arena.sent().acknowledged();
                long upNanos = System.nanoTime();
                Pause.until(Duration.ofSeconds(60), () -> arena.sent().acknowledged() > known);
                back.add((System.nanoTime() - upNanos) / 1_000_000);
                Pause.of(Duration.ofSeconds(5));
            }
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            return report.none("attempts lost", verdict.lostAttempts())
                    .atMost(
                            "serving again after Redis is back, at most",
                            Duration.ofMillis(back.max()),
                            Duration.ofSeconds(5));
        }
    }
}
