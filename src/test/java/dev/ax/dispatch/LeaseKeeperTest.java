package dev.ax.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.Renewal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LeaseKeeperTest {
    private final Bench bench = new Bench(100).start();
    private final AtomicInteger replaced = new AtomicInteger();
    private final AtomicReference<Boolean> well = new AtomicReference<>();
    private final LeaseKeeper keeper =
            new LeaseKeeper(Bench.NODE, bench.tools, bench.held, bench.dispatch::lost, replaced::incrementAndGet);

    @Test
    void aRenewedLeaseNeedsNoRead() {
        HandPool.Run run = bench.run("a");
        bench.loop.pause(14_000);
        turn();
        bench.store.renewals.one().answer(new Renewal(false, Set.of()));
        assertThat(well).hasValue(true);
        bench.loop.pause(14_000);
        assertThat(run.begin().called()).isTrue();
    }

    @Test
    void aRenewalCountsFromWhenItWasSent() {
        HandPool.Run run = bench.run("a");
        turn();
        bench.loop.pause(20_000);
        bench.store.renewals.one().answer(new Renewal(false, Set.of()));
        run.begin();
        bench.loop.settle();
        assertThat(run.called()).isFalse();
        assertThat(bench.store.holds.waiting()).isEqualTo(1);
    }

    @Test
    void aLostLeaseInterruptsItsAttemptAndNoOther() {
        bench.store.claims.one().answer(List.of(bench.task("a"), bench.task("b")));
        bench.pool.runs.forEach(HandPool.Run::begin);
        HandPool.Run lost = bench.pool.runs.get(0);
        turn();
        bench.store.renewals.one().answer(new Renewal(false, Set.of(lost.task.holding())));
        assertThat(lost.interrupted).isTrue();
        assertThat(bench.pool.runs.get(1).interrupted).isFalse();
        assertThat(bench.held.size()).isEqualTo(1);
        assertThat(bench.counted("ax.lease.renewals")).isEqualTo(1);
    }

    @Test
    void anAttemptIsRenewedUntilTheStoreHasItsEnd() {
        bench.begun("a").succeed();
        bench.loop.settle();
        turn();
        assertThat(bench.store.renewals.one().question).hasSize(1);
    }

    @Test
    void aFailedRenewalIsToldSoThatTheNextComesSooner() {
        bench.begun("a");
        turn();
        bench.store.renewals.one().away();
        assertThat(well).hasValue(false);
        assertThat(bench.tools.watch().awayFor()).isZero();
        bench.loop.pause(7_000);
        assertThat(bench.tools.watch().awayFor()).hasSeconds(7);
    }

    @Test
    void aYoungerIncarnationIsHeardOfEvenByAnIdleNode() {
        turn();
        bench.store.renewals.one().answer(new Renewal(true, Set.of()));
        assertThat(replaced).hasValue(1);
    }

    @Test
    void manyLeasesAreRenewedInBatchesOneAfterAnother() {
        Bench large = new Bench(2_500);
        LeaseKeeper busy = new LeaseKeeper(Bench.NODE, large.tools, large.held, large.dispatch::lost, () -> {});
        for (int i = 0; i < 2_500; i++) {
            large.held.add(
                    new HeldAttempt(large.task("t" + i), large.tools.age().now(), null));
        }
        busy.turn().subscribe().with(well::set);
        int renewed = 0;
        for (int i = 0; i < 3; i++) {
            var call = large.store.renewals.one();
            renewed += call.question.size();
            call.answer(new Renewal(false, Set.of()));
        }
        assertThat(renewed).isEqualTo(2_500);
        assertThat(well).hasValue(true);
    }

    private void turn() {
        keeper.turn().subscribe().with(well::set);
    }
}
