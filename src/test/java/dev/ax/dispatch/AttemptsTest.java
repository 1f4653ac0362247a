package dev.ax.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.StoreException;
import dev.ax.task.AttemptStatus;
import dev.ax.task.Outcome;
import dev.ax.task.Progress;
import dev.ax.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private final Bench bench = new Bench(100).start();

    @Test
    void aFreshLeaseNeedsNoRead() {
        HandPool.Run run = bench.begun("a");
        assertThat(run.begunAtMs).isEqualTo(bench.loop.nowMs());
        assertThat(bench.store.holds.none()).isTrue();
        assertThat(bench.registry.find("ax.start.lateness").timer().count()).isEqualTo(1);
    }

    @Test
    void anOldLeaseBeginsOnlyByTheStoresWord() {
        HandPool.Run kept = bench.run("kept");
        bench.loop.pause(15_000);
        kept.begin();
        bench.loop.settle();
        assertThat(kept.called()).isFalse();
        bench.store.holds.one().answer(List.of(true));
        assertThat(kept.called()).isTrue();
    }

    @Test
    void aLostLeaseNeverBegins() {
        HandPool.Run run = bench.run("a");
        bench.loop.pause(40_000);
        run.begin();
        bench.loop.settle();
        bench.store.holds.one().answer(List.of(false));
        assertThat(run.begunAtMs).isZero();
        assertThat(run.interrupted).isTrue();
        assertThat(bench.held.size()).isZero();
        assertThat(bench.counted("ax.lease.losses")).isEqualTo(1);
    }

    @Test
    void aSuspendedMachineIsNoticedByTheWallClock() {
        HandPool.Run run = bench.run("a");
        bench.loop.suspend(40_000);
        run.begin();
        bench.loop.settle();
        assertThat(run.called()).isFalse();
        assertThat(bench.store.holds.waiting()).isEqualTo(1);
    }

    @Test
    void anAnswerThatAPauseMadeOldProvesNothing() {
        HandPool.Run run = bench.run("a");
        bench.loop.pause(16_000);
        run.begin();
        bench.loop.settle();
        Asked<?, List<Boolean>> read = bench.store.holds.one();
        bench.loop.pause(40_000);
        read.answer(List.of(true));
        bench.loop.settle();
        assertThat(run.called()).isFalse();
        bench.store.holds.one().answer(List.of(false));
        assertThat(run.begunAtMs).isZero();
    }

    @Test
    void aBeginningWaitsForAStoreThatIsAway() {
        HandPool.Run run = bench.run("a");
        bench.loop.pause(16_000);
        run.begin();
        bench.loop.settle();
        bench.store.holds.one().away();
        bench.loop.pass(Backoff.FIRST_MS);
        assertThat(run.begunAtMs).isEqualTo(-1);
        bench.store.holds.one().answer(List.of(true));
        assertThat(run.called()).isTrue();
    }

    @Test
    void aResultTravelsAsItsVerdict() {
        bench.begun("a").end(Outcome.Failed.permanent("no such order"));
        bench.loop.settle();
        var call = bench.store.completions.one();
        Completion completion = call.question.get(0);
        assertThat(completion.verdict().next()).isEqualTo(TaskState.FAILED);
        assertThat(completion.error()).isEqualTo("no such order");
        assertThat(bench.held.size()).as("renewed until the store has its end").isEqualTo(1);
        Bench.accepted(call);
        assertThat(bench.held.size()).isZero();
        assertThat(bench.counted("ax.attempts", "outcome", AttemptStatus.FAILED.name()))
                .isEqualTo(1);
    }

    @Test
    void aStaleResultIsNotSent() {
        HandPool.Run run = bench.begun("a");
        bench.loop.pause(40_000);
        run.succeed();
        bench.loop.settle();
        bench.store.holds.one().answer(List.of(false));
        bench.loop.pass(60_000);
        assertThat(bench.store.completions.count()).isZero();
        assertThat(bench.counted("ax.results.refused")).isEqualTo(1);
    }

    @Test
    void aLateResultThatStillHoldsIsSent() {
        HandPool.Run run = bench.begun("a");
        bench.loop.pause(29_000);
        run.succeed();
        bench.loop.settle();
        bench.store.holds.one().answer(List.of(true));
        bench.loop.settle();
        assertThat(bench.store.completions.one().question).hasSize(1);
    }

    @Test
    void aRefusedResultIsCounted() {
        bench.begun("a").succeed();
        bench.loop.settle();
        bench.store.completions.one().answer(List.of(CompletionStatus.REFUSED));
        assertThat(bench.held.size()).isZero();
        assertThat(bench.counted("ax.results.refused")).isEqualTo(1);
        assertThat(bench.counted("ax.attempts", "outcome", "SUCCEEDED")).isZero();
    }

    @Test
    void resultsOfOneTurnTravelTogetherAndThoseThatGatherMeanwhileTravelNext() {
        List<HandPool.Run> runs = many(5);
        runs.subList(0, 2).forEach(HandPool.Run::succeed);
        bench.loop.settle();
        runs.subList(2, 5).forEach(HandPool.Run::succeed);
        bench.loop.settle();
        var first = bench.store.completions.one();
        assertThat(Bench.ids(first.question)).containsExactly("t0", "t1");
        Bench.accepted(first);
        bench.loop.settle();
        assertThat(Bench.ids(bench.store.completions.one().question)).containsExactly("t2", "t3", "t4");
    }

    @Test
    void resultsAreKeptInOrderWhileTheStoreIsAwayAndSentLater() {
        List<HandPool.Run> runs = many(4);
        runs.get(0).succeed();
        bench.loop.settle();
        var first = bench.store.completions.one();
        first.away();
        runs.subList(1, 4).forEach(HandPool.Run::succeed);
        for (int i = 0; i < 20; i++) {
            bench.loop.pass(Backoff.LONGEST_MS);
            var again = bench.store.completions.one();
            assertThat(again.question).isEqualTo(first.question);
            again.away();
        }
        assertThat(bench.held.size()).isEqualTo(4);
        bench.loop.pass(Backoff.LONGEST_MS);
        Bench.accepted(bench.store.completions.one());
        bench.loop.settle();
        var rest = bench.store.completions.one();
        assertThat(Bench.ids(rest.question)).containsExactly("t1", "t2", "t3");
        Bench.accepted(rest);
        assertThat(bench.held.size()).isZero();
    }

    @Test
    void aResultThatTheStoreCannotTakeSpoilsNoOther() {
        many(3).forEach(HandPool.Run::succeed);
        bench.loop.settle();
        bench.store.completions.one().fail(broken());
        bench.loop.settle();
        Bench.accepted(bench.store.completions.one());
        bench.loop.settle();
        var bad = bench.store.completions.one();
        assertThat(Bench.ids(bad.question)).containsExactly("t1");
        bad.fail(broken());
        bench.loop.settle();
        Bench.accepted(bench.store.completions.one());
        assertThat(bench.held.size()).isZero();
        assertThat(bench.counted("ax.attempts", "outcome", "SUCCEEDED")).isEqualTo(2);
    }

    @Test
    void aCancelBeforeTheBeginningIsNeverBegun() {
        HandPool.Run run = bench.run("a");
        assertThat(bench.cancel(run)).isZero();
        run.begin();
        assertThat(run.begunAtMs).isZero();
        assertThat(run.interrupted).isTrue();
        bench.loop.settle();
        assertThat(bench.store.completions.count()).isZero();
    }

    @Test
    void aCancelAfterTheBeginningInterruptsAndTellsWhenItBegan() {
        HandPool.Run run = bench.begun("a");
        bench.loop.pass(100);
        assertThat(bench.cancel(run)).isEqualTo(run.begunAtMs);
        assertThat(run.interrupted).isTrue();
        run.succeed();
        bench.loop.settle();
        assertThat(bench.store.completions.count()).isZero();
        assertThat(bench.counted("ax.attempts", "outcome", "CANCELED")).isEqualTo(1);
        assertThat(bench.counted("ax.results.refused")).isZero();
    }

    @Test
    void aCancelWhileTheHandlerWaitsForAThreadIsNeverBegun() {
        HandPool.Run run = bench.begun("a");
        run.waitsForThread = true;
        assertThat(bench.cancel(run)).isZero();
        assertThat(run.interrupted).isTrue();
    }

    @Test
    void aCancelThatOvertakesItsClaimIsRemembered() {
        var claim = bench.store.claims.one();
        var task = bench.task("a");
        assertThat(bench.dispatch.canceled(task.holding())).isEqualTo(-1);
        claim.answer(List.of(task));
        assertThat(bench.pool.runs).isEmpty();
        assertThat(bench.held.size()).isZero();
        assertThat(bench.store.settledAsNeverBegun).containsExactly(task.holding());
    }

    @Test
    void aCancelOfAFormerAttemptLeavesTheLaterOneAlone() {
        HandPool.Run former = bench.begun("a");
        bench.dispatch.wake();
        bench.loop.settle();
        HandPool.Run later = bench.begun("a");
        assertThat(former.interrupted).as("its token is stale").isTrue();
        assertThat(bench.cancel(former)).isEqualTo(-1);
        assertThat(later.interrupted).isFalse();
        former.succeed();
        later.succeed();
        bench.loop.settle();
        assertThat(bench.store.completions.one().question)
                .singleElement()
                .matches(completion -> completion.holding().equals(later.task.holding()));
    }

    @Test
    void aLostLeaseInterruptsAndItsResultIsNotSent() {
        HandPool.Run run = bench.begun("a");
        bench.lose(run);
        assertThat(run.interrupted).isTrue();
        assertThat(run.guard.holds()).isFalse();
        run.succeed();
        bench.loop.settle();
        assertThat(bench.store.completions.count()).isZero();
        assertThat(bench.counted("ax.lease.losses")).isEqualTo(1);
    }

    @Test
    void aRenewalRefusedBecauseTheEndWasTakenIsNoLoss() {
        HandPool.Run run = bench.begun("a");
        run.succeed();
        bench.loop.settle();
        bench.lose(run);
        Bench.accepted(bench.store.completions.one());
        assertThat(bench.counted("ax.lease.losses")).isZero();
        assertThat(bench.counted("ax.attempts", "outcome", "SUCCEEDED")).isEqualTo(1);
    }

    @Test
    void anAttemptThatItsExecutorTookBelongsToNoNode() {
        HandPool.Run run = bench.begun("a");
        bench.loop.pass(1_000);
        run.detach();
        bench.loop.settle();
        var call = bench.store.detaches.one();
        assertThat(call.question.remaining()).isEqualTo(Duration.ofSeconds(59));
        call.away();
        bench.loop.pass(1_000);
        var again = bench.store.detaches.one();
        assertThat(again.question.remaining()).isEqualTo(Duration.ofSeconds(59).minusMillis(Backoff.FIRST_MS));
        again.answer(true);
        assertThat(bench.held.size()).isZero();
    }

    @Test
    void ofWhatAnAttemptSaysTheLatestIsPassedOn() {
        HandPool.Run run = bench.begun("a");
        for (int i = 1; i <= 1_000; i++) {
            run.guard.progress(new Progress(i / 1_000.0, null, null));
        }
        bench.store.heartbeats.one().answer(true);
        bench.loop.pass(500);
        var second = bench.store.heartbeats.one();
        assertThat(second.question.ratio()).isEqualTo(1.0);
        second.answer(false);
        assertThat(run.interrupted).as("the store says it is not the holder's").isTrue();
    }

    @Test
    void aSecondWordOfTheSameAttemptIsIgnored() {
        HandPool.Run run = bench.begun("a");
        run.succeed();
        bench.loop.settle();
        Bench.accepted(bench.store.completions.one());
        run.end(Outcome.Failed.retryable("again"));
        bench.loop.settle();
        assertThat(bench.store.completions.count()).isEqualTo(1);
    }

    private List<HandPool.Run> many(int count) {
        List<ClaimedTask> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(bench.task("t" + i));
        }
        bench.store.claims.one().answer(tasks);
        bench.pool.runs.forEach(HandPool.Run::begin);
        return bench.pool.runs;
    }

    private static StoreException broken() {
        return new StoreException(StoreException.Kind.BROKEN, "odd", null);
    }
}
