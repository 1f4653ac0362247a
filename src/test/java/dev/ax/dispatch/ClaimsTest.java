package dev.ax.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.metrics.AxMetrics;
import dev.ax.store.Claim;
import dev.ax.store.ClaimedTask;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimsTest {

    @Test
    void aLostAnswerIsAskedForAgainUnchanged() {
        Bench bench = new Bench(5).start();
        Asked<Claim, List<ClaimedTask>> first = bench.store.claims.one();
        first.away();
        bench.dispatch.wake();
        bench.loop.pass(Backoff.FIRST_MS);
        Asked<Claim, List<ClaimedTask>> second = bench.store.claims.one();
        assertThat(second.question).isSameAs(first.question);

        second.answer(List.of(bench.task("a")));
        bench.loop.settle();
        assertThat(bench.store.claims.one().question.sequence()).isEqualTo(first.question.sequence() + 1);
        assertThat(bench.pool.runs).hasSize(1);
    }

    @Test
    void aLeaseCountsFromTheFirstSendingOfItsClaim() {
        Bench bench = new Bench(5).start();
        bench.store.claims.one().away();
        bench.loop.pause(16_000);
        bench.loop.pass(0);
        HandPool.Run run = bench.begun("a");
        assertThat(run.begunAtMs).as("waits for a read of the token").isEqualTo(-1);
        bench.loop.settle();
        bench.store.holds.one().answer(List.of(true));
        assertThat(run.called()).isTrue();
    }

    @Test
    void anAbsentStoreIsAskedNoMoreThanOnceASecondAfterAWhile() {
        Bench bench = new Bench(5).start();
        for (int second = 0; second < 30; second++) {
            for (int i = 0; i < 100; i++) {
                bench.dispatch.wake();
                if (!bench.store.claims.none()) {
                    bench.store.claims.one().away();
                }
                bench.loop.pass(10);
            }
        }
        assertThat(bench.store.claims.count()).isLessThan(40);
    }

    @Test
    void noMoreIsClaimedThanIsFree() {
        Bench bench = new Bench(3).start();
        bench.dispatch.wake();
        bench.loop.settle();
        Asked<Claim, List<ClaimedTask>> claim = bench.store.claims.one();
        assertThat(wanted(claim)).isEqualTo(3);
        claim.answer(List.of(bench.task("a"), bench.task("b"), bench.task("c")));
        bench.loop.pass(10_000);
        assertThat(bench.store.claims.none()).as("nothing is free").isTrue();

        bench.pool.runs.get(1).begin().succeed();
        bench.loop.settle();
        assertThat(wanted(bench.store.claims.one())).isEqualTo(1);
    }

    @Test
    void aFullClaimIsFollowedByAnotherAtOnceAndAShortOneIsNot() {
        Bench bench = new Bench(150).start();
        Asked<Claim, List<ClaimedTask>> claim = bench.store.claims.one();
        assertThat(wanted(claim)).isEqualTo(100);
        List<ClaimedTask> full = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            full.add(bench.task("t" + i));
        }
        claim.answer(full);
        bench.loop.settle();
        Asked<Claim, List<ClaimedTask>> next = bench.store.claims.one();
        assertThat(wanted(next)).isEqualTo(50);
        next.answer(List.of(bench.task("last")));
        bench.loop.settle();
        assertThat(bench.store.claims.none()).isTrue();
    }

    @Test
    void aClaimThatHadNoSlotOfAPoolSaysNothingAboutWhatWaitsForIt() {
        HandPool http = new HandPool("http", 5);
        Bench bench = new Bench(1, 1, new AxMetrics(new SimpleMeterRegistry()), List.of(http)).start();
        bench.store.claims.one().answer(List.of(bench.task("a")));
        bench.dispatch.wake();
        bench.loop.settle();
        Asked<Claim, List<ClaimedTask>> httpOnly = bench.store.claims.one();
        assertThat(wanted(httpOnly)).isEqualTo(5);
        httpOnly.answer(List.of());
        bench.loop.settle();
        assertThat(bench.store.claims.none()).isTrue();

        bench.pool.last().begin().succeed();
        bench.loop.settle();
        assertThat(wanted(bench.store.claims.one()))
                .as("at once, for the freed slot")
                .isEqualTo(1);
    }

    @Test
    void aWakeWhileAClaimIsOnItsWayIsNotForgotten() {
        Bench bench = new Bench(5).start();
        bench.dispatch.wake();
        bench.loop.settle();
        bench.store.claims.one().answer(List.of());
        bench.loop.settle();
        assertThat(bench.store.claims.waiting()).isEqualTo(1);
    }

    @Test
    void aMissedWakeCostsNoMoreThanTheNextLook() {
        Bench bench = new Bench(5).start();
        bench.store.claims.one().answer(List.of());
        bench.loop.pass(Dispatch.LOOK_AGAIN_MS - 1);
        assertThat(bench.store.claims.none()).isTrue();
        bench.loop.pass(1);
        assertThat(bench.store.claims.waiting()).isEqualTo(1);
    }

    @Test
    void severalGroupsShareTheFreeSlots() {
        Bench bench = new Bench(10, 4).start();
        List<Asked<Claim, List<ClaimedTask>>> claims = new ArrayList<>();
        while (!bench.store.claims.none()) {
            claims.add(bench.store.claims.next());
        }
        assertThat(claims).extracting(claim -> claim.question.group()).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(claims.stream().mapToInt(ClaimsTest::wanted).sum()).isEqualTo(10);
        assertThat(claims).allMatch(claim -> wanted(claim) >= 2);
    }

    @Test
    void aLastFreeSlotIsOfferedToEachGroupInTurn() {
        Bench bench = new Bench(1, 4).start();
        List<Integer> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Asked<Claim, List<ClaimedTask>> claim = bench.store.claims.one();
            asked.add(claim.question.group());
            claim.answer(List.of());
            bench.loop.settle();
        }
        assertThat(asked).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(bench.store.claims.none()).isTrue();
    }

    private static int wanted(Asked<Claim, List<ClaimedTask>> claim) {
        return claim.question.shares().stream().mapToInt(Claim.Share::want).sum();
    }
}
