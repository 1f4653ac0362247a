package dev.ax.drill;

import java.time.Duration;
import java.util.List;

/** Redis is gone, or stands still, for longer than a lease or not, and comes back. */
final class RedisAwayDrill implements Drill {
    /** Lines of a log are counted by the second. */
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    private final Duration away;
    private final boolean frozen;

    /** @param frozen whether it takes connections and does not answer, rather than none */
    RedisAwayDrill(Duration away, boolean frozen) {
        this.away = away;
        this.frozen = frozen;
    }

    @Override
    public String about() {
        return (frozen ? "SIGSTOP of Redis for " : "Redis away for ") + away.toSeconds()
                + " s: 503 at once, results are kept and accepted afterwards";
    }

    @Override
    public Report run(String name, Scale scale) {
        // some run when Redis goes, and end while it is gone
        Work work = Work.mixed(Duration.ofSeconds(4));
        Duration scaled = scale.time(away);
        Duration gone = scaled.compareTo(SHORTEST) < 0 ? SHORTEST : scaled;
        try (Arena arena = new Arena(Arena.Setup.of(3, work, scale).on(() -> scale.store("always")))) {
            arena.load().start(scale.rate(200, 200));
            Pause.of(Duration.ofSeconds(6));
            if (frozen) {
                arena.store().freeze();
            } else {
                arena.killStore();
            }
            long goneNanos = System.nanoTime();
            Pause.of(gone);
            int known = arena.sent().acknowledged();
            long backNanos = System.nanoTime();
            if (frozen) {
                arena.store().thaw();
            } else {
                arena.store().start();
            }
            Pause.until(Duration.ofSeconds(60), () -> arena.sent().acknowledged() > known);
            Duration serving = Duration.ofNanos(System.nanoTime() - backNanos);
            Pause.of(Duration.ofSeconds(5));
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            List<Load.Refused> refused = arena.load().refused();
            long lines = arena.nodes().stream()
                    .mapToLong(node -> node.linesBetween(goneNanos, backNanos))
                    .max()
                    .orElse(0);
            return report.none("attempts lost", verdict.lostAttempts())
                    .none("tasks that a handler began twice", verdict.begunAgain())
                    .figure("requests refused", refused.size())
                    .none(
                            "of them otherwise than by 503",
                            refused.stream().filter(one -> one.status() != 503).count())
                    .atMost(
                            "refused within",
                            refused.stream()
                                    .map(Load.Refused::took)
                                    .max(Duration::compareTo)
                                    .orElse(Duration.ZERO),
                            Duration.ofSeconds(2))
                    .goal(
                            "lines that a node logged meanwhile",
                            "" + lines,
                            "<= " + (gone.toSeconds() + 2),
                            lines <= gone.toSeconds() + 2)
                    .atMost("serving again after Redis is back", serving, Duration.ofSeconds(5));
        }
    }
}
