package dev.ax.drill;

import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.IllegalTransitionException;
import dev.ax.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the histories of all tasks come to. One thread at a time gives them.
 *
 * <p>Lateness is that of first starts, of tasks that no fault took from a handler's hands.
 */
final class Verdict {
    private static final int TOLD = 5;

    private final Work work;
    private final Sent sent;
    private final Journal journal;
    private final List<Fault> faults;
    private final Duration excuse;
    private final List<Long> excuses;
    private final Percentiles lateness = new Percentiles();
    private final Percentiles restarts = new Percentiles();
    private final List<String> examples = new ArrayList<>();
    private final Map<String, Integer> startsByNode = new TreeMap<>();
    private boolean clockWasSet;
    private int judged;
    private int lost;
    private int excused;
    private int unended;
    private int failed;
    private int notOnce;
    private int neverRan;
    private int early;
    private int illegal;
    private int lostAttempts;
    private int releasedAttempts;
    private int staleEnds;
    private int staleCommits;
    private long firstStartMs = Long.MAX_VALUE;
    private long lastEndMs;

    /** What was done to a node, and when by the clock that the store shares with this process. */
    record Fault(String node, long atMs) {}

    /**
     * One that nothing was judged by yet.
     *
     * @param excuse what Redis may lose of what was acknowledged before it was killed
     * @param excuses when that was, by this machine's clock
     */
    Verdict(Work work, Sent sent, Journal journal, List<Fault> faults, Duration excuse, List<Long> excuses) {
        this.excuse = excuse;
        this.excuses = List.copyOf(excuses);
        this.work = work;
        this.sent = sent;
        this.journal = journal;
        this.faults = List.copyOf(faults);
    }

    /** @param history null where the store knows none */
    void judge(int number, History history) {
        if (history == null) {
            if (sent.isAcknowledged(number) && isExcused(sent.acknowledgedAtMs(number))) {
                excused++;
            } else if (sent.isAcknowledged(number)) {
                lost++;
                tell(number, "was acknowledged, and the store does not know it");
            }
            return;
        }
        judged++;
        List<History.Line> lines = history.items();
        TaskState last = lines.get(lines.size() - 1).to();
        if (!last.ended()) {
            unended++;
            tell(number, "has not ended: " + last);
        } else if (last != TaskState.SUCCEEDED) {
            failed++;
            tell(number, "ended " + last);
        }
        lastEndMs = Math.max(lastEndMs, lines.get(lines.size() - 1).atMs());
        long commits = lines.stream()
                .filter(line -> line.outcome() == AttemptStatus.SUCCEEDED)
                .count();
        if (commits > 1 || (commits == 0 && last == TaskState.SUCCEEDED)) {
            notOnce++;
            tell(number, "was committed " + commits + " times");
        }
        if (work.isJournaled() && journal.begun(number) == 0 && last == TaskState.SUCCEEDED) {
            neverRan++;
            tell(number, "ended without a run");
        }
        follow(number, lines);
        starts(number, lines);
    }

    private boolean isExcused(long atMs) {
        return excuses.stream().anyMatch(untilMs -> atMs <= untilMs && untilMs - atMs <= excuse.toMillis());
    }

    private void follow(int number, List<History.Line> lines) {
        TaskState at = null;
        for (History.Line line : lines) {
            if (line.from() != at) {
                illegal++;
                tell(number, "went on from " + line.from() + " where it was " + at);
            } else if (at != null) {
                try {
                    at.to(line.to());
                } catch (IllegalTransitionException fault) {
                    illegal++;
                    tell(number, fault.getMessage());
                }
            }
            at = line.to();
        }
    }

    private void starts(int number, List<History.Line> lines) {
        long dueMs = work.dueMs(number, lines.get(0).atMs());
        boolean disturbed = false;
        long firstMs = -1;
        long takenMs = -1; // when the fault came that cost the attempt
        for (History.Line line : lines) {
            if (line.to() == TaskState.RUNNING) {
                if (line.atMs() < dueMs) {
                    early++;
                    tell(number, "started " + (dueMs - line.atMs()) + " ms early");
                }
                if (firstMs < 0) {
                    firstMs = line.atMs();
                }
                startsByNode.merge(line.node(), 1, Integer::sum);
                firstStartMs = Math.min(firstStartMs, line.atMs());
                if (takenMs >= 0) {
                    restarts.add(line.atMs() - takenMs);
                    takenMs = -1;
                }
            } else if (line.outcome() == AttemptStatus.LOST) {
                lostAttempts++;
                disturbed = true;
                takenMs = lastFault(line);
                stale(number, line.attempt(), lines);
            } else if (line.outcome() == AttemptStatus.RELEASED) {
                releasedAttempts++;
                disturbed = true;
            }
        }
        if (firstMs >= 0 && !disturbed) {
            lateness.add(firstMs - dueMs);
        }
    }

    /** An attempt that was taken away, and whose handler came to an end all the same. */
    private void stale(int number, int attempt, List<History.Line> lines) {
        if (journal.ended(number, attempt)) {
            staleEnds++;
            boolean committed = lines.stream()
                    .anyMatch(line -> line.attempt() == attempt && line.outcome() == AttemptStatus.SUCCEEDED);
            if (committed) {
                staleCommits++;
                tell(number, "was committed by attempt " + attempt + " that had lost its lease");
            }
        }
    }

    private long lastFault(History.Line lostLine) {
        return faults.stream()
                .filter(fault -> fault.node().equals(lostLine.node()) && fault.atMs() <= lostLine.atMs())
                .mapToLong(Fault::atMs)
                .max()
                .orElse(-1);
    }

    private void tell(int number, String what) {
        if (examples.size() < TOLD) {
            examples.add(Work.id(number) + " " + what);
        }
    }

    /** The store's clock was set back meanwhile, so that a start may seem to be before its due instant. */
    void clockWasSet() {
        clockWasSet = true;
    }

    /** The figures of every drill. */
    void report(Report report) {
        report.figure("tasks acknowledged", sent.acknowledged())
                .none("acknowledged and lost", lost)
                .none("not ended, or not well", unended + failed)
                .none("succeeded, and not committed exactly once", notOnce)
                .none("leases that ran twice, results without a run", journal.leasesThatRanTwice() + neverRan)
                .none("illegal transitions", illegal)
                .figure("attempts lost, released", lostAttempts + ", " + releasedAttempts);
        if (clockWasSet) {
            report.figure("started before what the clock says", early);
        } else {
            report.none("started early", early);
        }
        if (!excuse.isZero() && !excuses.isEmpty()) {
            report.figure("lost of the last " + excuse.toMillis() + " ms before Redis was killed", excused);
        }
        if (staleEnds > 0) {
            report.none("of " + staleEnds + " late results taken", staleCommits);
        }
        report.figure("late by, p50, p99, max", lateness.p(50) + ", " + lateness.p(99) + ", " + lateness.max() + " ms");
        if (!report.isCorrect()) {
            examples.forEach(report::example);
        }
    }

    /** Lives that broke a promise, each as often as it did. */
    int wrong() {
        return lost + unended + failed + notOnce + neverRan + early + illegal + journal.leasesThatRanTwice();
    }

    /** Tasks that handlers began more than once. */
    long begunAgain() {
        return journal.begunAgain();
    }

    int lostAttempts() {
        return lostAttempts;
    }

    /** Results of attempts that had been lost by then. */
    int lateResults() {
        return staleEnds;
    }

    Duration lateness(double percent) {
        return Duration.ofMillis(lateness.p(percent));
    }

    /** From the first start to the last end. */
    Duration span() {
        return Duration.ofMillis(Math.max(1, lastEndMs - firstStartMs));
    }

    /** Tasks a second over that span. */
    double throughput() {
        return 1_000.0 * judged / span().toMillis();
    }

    Map<String, Integer> startsByNode() {
        return startsByNode;
    }

    /** From the fault to the next start of what it took. */
    Percentiles restarts() {
        return restarts;
    }
}
