package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a drill would find, had it happened. */
class VerdictTest {
    private static final Work WORK = Work.mixed(Duration.ofSeconds(1));

    /** Due later by this. */
    private static final int DELAYED = 1;

    private static final long DELAY_MS = 7_919;
    private static final int AT_ONCE = 5;
    private static final History.Line SUBMITTED = line(0, null, TaskState.READY, 0, null, null);
    private static final History.Line STARTED = line(10, TaskState.READY, TaskState.RUNNING, 1, null, "a");
    private static final History.Line DONE =
            line(20, TaskState.RUNNING, TaskState.SUCCEEDED, 1, AttemptStatus.SUCCEEDED, "a");
    private static final History.Line LOST =
            line(40_000, TaskState.RUNNING, TaskState.PENDING, 1, AttemptStatus.LOST, "a");
    private static final History.Line READY = line(40_000, TaskState.PENDING, TaskState.READY, 1, null, null);
    private static final History.Line AGAIN = line(41_000, TaskState.READY, TaskState.RUNNING, 2, null, "b");
    private static final History.Line DONE_AGAIN =
            line(41_010, TaskState.RUNNING, TaskState.SUCCEEDED, 2, AttemptStatus.SUCCEEDED, "b");

    @TempDir
    private Path folder;

    private final Sent sent = new Sent();
    private Path journal;

    @BeforeEach
    void acknowledge() throws IOException {
        sent.take(20);
        sent.acknowledged(AT_ONCE);
        sent.acknowledged(DELAYED);
        journal = folder.resolve("a.journal");
        Files.writeString(journal, "B d-5 1 100\nE d-5 1 100\nB d-1 1 101\nE d-1 1 101\n");
    }

    @Test
    void aGoodLifeIsGood() {
        assertThat(wrong(AT_ONCE, SUBMITTED, STARTED, DONE)).isZero();
    }

    @Test
    void whatWasAcknowledgedAndIsGoneIsLost() {
        Verdict verdict = verdict(Duration.ZERO, List.of());
        verdict.judge(AT_ONCE, null);
        verdict.judge(7, null); // was never acknowledged

        assertThat(verdict.wrong()).isEqualTo(1);
        assertThat(report(verdict)).contains("d-5 was acknowledged, and the store does not know it");
    }

    @Test
    void whatRedisMayLoseIsExcusedAndNothingElse() {
        long atMs = sent.acknowledgedAtMs(AT_ONCE);
        Verdict within = verdict(Duration.ofSeconds(1), List.of(atMs + 900));
        within.judge(AT_ONCE, null);
        Verdict beyond = verdict(Duration.ofSeconds(1), List.of(atMs + 1_100));
        beyond.judge(AT_ONCE, null);
        Verdict after = verdict(Duration.ofSeconds(1), List.of(atMs - 1));
        after.judge(AT_ONCE, null);

        assertThat(within.wrong()).isZero();
        assertThat(beyond.wrong()).isEqualTo(1);
        assertThat(after.wrong()).isEqualTo(1);
    }

    @Test
    void whatHasNotEndedOrNotWellIsWrong() {
        assertThat(wrong(AT_ONCE, SUBMITTED, STARTED)).isEqualTo(1);
        assertThat(wrong(
                        AT_ONCE,
                        SUBMITTED,
                        STARTED,
                        line(20, TaskState.RUNNING, TaskState.FAILED, 1, AttemptStatus.FAILED, "a")))
                .isEqualTo(1);
    }

    @Test
    void twoCommitsAreWrong() {
        assertThat(wrong(AT_ONCE, SUBMITTED, STARTED, DONE, DONE)).isGreaterThanOrEqualTo(1);
        assertThat(report(judged(AT_ONCE, SUBMITTED, STARTED, DONE, DONE))).contains("d-5 was committed 2 times");
    }

    @Test
    void aSuccessWithoutACommitIsWrong() {
        History.Line unsaid = line(20, TaskState.RUNNING, TaskState.SUCCEEDED, 1, null, "a");
        assertThat(wrong(AT_ONCE, SUBMITTED, STARTED, unsaid)).isEqualTo(1);
    }

    @Test
    void anEarlyStartIsWrong() {
        History.Line pending = line(0, null, TaskState.PENDING, 0, null, null);
        History.Line ready = line(DELAY_MS - 1, TaskState.PENDING, TaskState.READY, 0, null, null);
        History.Line early = line(DELAY_MS - 1, TaskState.READY, TaskState.RUNNING, 1, null, "a");
        History.Line inTime = line(DELAY_MS, TaskState.READY, TaskState.RUNNING, 1, null, "a");

        assertThat(wrong(DELAYED, pending, ready, inTime, DONE)).isZero();
        assertThat(wrong(DELAYED, pending, ready, early, DONE)).isEqualTo(1);
    }

    @Test
    void aWayThatIsNoneIsWrong() {
        assertThat(wrong(AT_ONCE, SUBMITTED, DONE)).isGreaterThanOrEqualTo(1);
        assertThat(wrong(
                        AT_ONCE,
                        SUBMITTED,
                        STARTED,
                        DONE,
                        line(30, TaskState.SUCCEEDED, TaskState.RUNNING, 2, null, "a"),
                        line(31, TaskState.RUNNING, TaskState.SUCCEEDED, 2, null, "a")))
                .isGreaterThanOrEqualTo(1);
    }

    @Test
    void anEndWithoutARunIsWrong() throws IOException {
        Files.writeString(journal, "");
        assertThat(wrong(AT_ONCE, SUBMITTED, STARTED, DONE)).isEqualTo(1);
    }

    @Test
    void oneLeaseThatRanTwiceIsWrong() throws IOException {
        Files.writeString(folder.resolve("b.journal"), "B d-5 1 100\n");
        assertThat(wrong(AT_ONCE, SUBMITTED, STARTED, DONE)).isEqualTo(1);
    }

    /** The handler of the first attempt came to an end, too late: fine, unless that was committed. */
    @Test
    void aLateResultMustNotCount() {
        Verdict refused = judged(AT_ONCE, SUBMITTED, STARTED, LOST, READY, AGAIN, DONE_AGAIN);
        assertThat(refused.wrong()).isZero();
        assertThat(refused.lostAttempts()).isEqualTo(1);
        assertThat(report(refused)).contains("of 1 late results taken");
        Report taken = new Report("late");
        judged(
                        AT_ONCE,
                        SUBMITTED,
                        STARTED,
                        LOST,
                        READY,
                        line(42_000, TaskState.READY, TaskState.SUCCEEDED, 1, AttemptStatus.SUCCEEDED, "a"))
                .report(taken);
        assertThat(taken.isCorrect()).isFalse();
        assertThat(taken.toString()).contains("was committed by attempt 1 that had lost its lease");
    }

    @Test
    void aRestartIsCountedFromTheFaultThatCostTheAttempt() {
        Verdict verdict = judged(AT_ONCE, SUBMITTED, STARTED, LOST, READY, AGAIN, DONE_AGAIN);

        assertThat(verdict.restarts().size()).isEqualTo(1);
        assertThat(verdict.restarts().max()).isEqualTo(41_000 - 12_000);
        assertThat(verdict.lateness(100)).as("of undisturbed ones").isZero();
    }

    @Test
    void lostTasksLeadToExitCodeOneAndSlowOnesToo() {
        Report slow = new Report("slow").atMost("late", Duration.ofSeconds(2), Duration.ofSeconds(1));
        assertThat(slow.isCorrect()).isTrue();
        assertThat(slow.isMet()).isFalse();
        assertThat(slow.toString()).contains("NOT MET");
        assertThat(new Report("lost").none("lost", 1).isCorrect()).isFalse();
    }

    private int wrong(int number, History.Line... lines) {
        return judged(number, lines).wrong();
    }

    private Verdict judged(int number, History.Line... lines) {
        Verdict verdict = verdict(Duration.ZERO, List.of());
        verdict.judge(number, new History(Arrays.asList(lines), 0));
        return verdict;
    }

    private Verdict verdict(Duration excuse, List<Long> kills) {
        return new Verdict(
                WORK,
                sent,
                Journal.read(List.of(journal, folder.resolve("b.journal"), folder.resolve("missing"))),
                List.of(new Verdict.Fault("a", 5), new Verdict.Fault("a", 12_000), new Verdict.Fault("b", 30_000)),
                excuse,
                kills);
    }

    private static String report(Verdict verdict) {
        Report report = new Report("test");
        verdict.report(report);
        return report.toString();
    }

    private static History.Line line(
            long atMs, TaskState from, TaskState to, int attempt, AttemptStatus outcome, String node) {
        return new History.Line(atMs, from, to, attempt, outcome, node, "ax", null, null, -1);
    }
}
