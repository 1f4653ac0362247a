package dev.ax.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** SIGSTOP of a node for a while, and SIGCONT. */
final class StopDrill implements Drill {
    private final Duration frozen;
    private final boolean failover;

    /**
     * One of a length.
     *
     * @param failover whether that is longer than a lease
     */
    StopDrill(Duration frozen, boolean failover) {
        this.frozen = frozen;
        this.failover = failover;
    }

    @Override
    public String about() {
        return "SIGSTOP of one of three nodes for " + frozen.toSeconds() + " s, "
                + (failover
                        ? "longer than a lease: its late results are refused"
                        : "shorter than a lease: nothing is taken from it");
    }

    @Override
    public Report run(String name, Scale scale) {
        // in hand when the node stands still, and done by its handlers before it hears that it was replaced
        Work work = Work.mixed(Duration.ofSeconds(2));
        Percentiles back = new Percentiles();
        try (Arena arena = new Arena(Arena.Setup.of(3, work, scale))) {
            arena.load().start(scale.rate(500, 200));
            Pause.of(Duration.ofSeconds(5));
            for (int round = 0; round < scale.rounds(10, 2); round++) {
                ChildNode node = arena.nodes().get(round % 3);
                arena.fault(node);
                node.freeze();
                Pause.of(scale.time(frozen));
                Path journal = arena.journal(node);
                long written = size(journal);
                long thawedNanos = System.nanoTime();
                node.thaw();
                Pause.until(Duration.ofSeconds(60), () -> begins(journal, written));
                back.add((System.nanoTime() - thawedNanos) / 1_000_000);
                Pause.of(scale.time(Duration.ofSeconds(20)));
            }
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            if (failover) {
                report.goal(
                        "late results to be refused", "" + verdict.lateResults(), ">= 1", verdict.lateResults() > 0);
            } else {
                report.none("attempts taken from a node that stood still", verdict.lostAttempts());
            }
            return report.atMost(
                    "a node serves again after SIGCONT, at most", Duration.ofMillis(back.max()), Duration.ofSeconds(5));
        }
    }

    private static long size(Path journal) {
        try {
            return Files.exists(journal) ? Files.size(journal) : 0;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Whether a handler began something new. */
    private static boolean begins(Path journal, long from) {
        try {
            byte[] all = Files.readAllBytes(journal);
            String since = new String(all, (int) from, (int) (all.length - from), StandardCharsets.US_ASCII);
            return since.lines().anyMatch(line -> line.startsWith("B "));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
