package dev.ax.drill;

import java.time.Duration;

/** A rolling restart: SIGTERM of one node after the other, each started again before the next. */
final class RollingDrill implements Drill {

    @Override
    public String about() {
        return "SIGTERM of one node after the other, each started again: nothing starts twice, clients see no error";
    }

    @Override
    public Report run(String name, Scale scale) {
        Work work = Work.mixed(Duration.ofSeconds(2));
        int exits = 0;
        Percentiles leaving = new Percentiles();
        try (Arena arena = new Arena(Arena.Setup.of(3, work, scale))) {
            arena.load().start(scale.rate(1_000, 300));
            Pause.of(Duration.ofSeconds(5));
            for (int round = 0; round < scale.rounds(5, 1); round++) {
                for (ChildNode node : arena.nodes()) {
                    arena.fault(node);
                    long toldNanos = System.nanoTime();
                    exits += node.terminate() == 0 ? 0 : 1;
                    leaving.add((System.nanoTime() - toldNanos) / 1_000_000);
                    node.start();
                    node.awaitListening();
                    Pause.of(Duration.ofSeconds(2));
                }
            }
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            arena.load().refused().stream()
                    .limit(3)
                    .forEach(one ->
                            report.example("a request to " + one.node() + " got " + one.status() + " " + one.what()));
            return report.none("errors that clients saw", arena.load().refused().size())
                    .none("tasks that a handler began twice", verdict.begunAgain())
                    .none("attempts lost", verdict.lostAttempts())
                    .none("nodes that did not leave in order", exits)
                    .figure("a node took to leave, p50, max", leaving.p(50) + ", " + leaving.max() + " ms");
        }
    }
}
