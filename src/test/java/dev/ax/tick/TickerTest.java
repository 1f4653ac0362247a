package dev.ax.tick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.ManualClock;
import dev.ax.store.FakeDueStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TickerTest {
    private static final long START = 1_796_043_679_123L;
    private static final int PARTITIONS = 32;
    private static final List<Integer> ALL =
            IntStream.range(0, PARTITIONS).boxed().toList();

    private final ManualClock clock = new ManualClock(START);
    private final DueInbox inbox = new DueInbox(PARTITIONS);
    private FakeDueStore store = new FakeDueStore(clock, PARTITIONS, 1);
    private ManualTick tick = new ManualTick(store, clock, () -> ALL, inbox);
    private int turns;

    @Test
    void startsWithinTheFineTickAndNeverEarlyAt500TasksASecond() {
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            submit(random.nextInt(PARTITIONS), START + random.nextInt(10_000));
        }

        passMs(10_100);

        assertThat(store.shots()).hasSize(5_000);
        assertThat(lateness()).allMatch(late -> late >= 0 && late <= 3);
    }

    @Test
    void firesToTheMillisecondWhateverThePlaceInTheSlot() {
        for (int i = 0; i < 50; i++) {
            submit(i % PARTITIONS, START + 1_000 + i * 137L);
        }

        passMs(9_000);

        assertThat(lateness()).hasSize(50).containsOnly(0L);
    }

    @Test
    void costsATurnAndACallASecondWhileNothingWaits() {
        passMs(60_000);

        assertThat(turns).isLessThanOrEqualTo(68);
        assertThat(store.fireCalls()).hasSizeBetween(59, 68);
    }

    @Test
    void findsALostOfferWithinASecond() {
        passMs(1_234);
        for (int i = 0; i < 40; i++) {
            store.put(i % PARTITIONS, clock.nowMs() + i * 83L);
        }

        passMs(10_000);

        assertThat(lateness()).hasSize(40).allMatch(late -> late >= 0 && late <= 1_000);
    }

    @Test
    void keepsOneCallUnderWayAndSendsWhatCameMeanwhileWithTheNext() {
        passMs(50);
        int before = store.fireCalls().size();
        store.silence(0);
        for (int i = 0; i < 100; i++) {
            submit(i % PARTITIONS, clock.nowMs() + 1 + i);
        }

        passMs(150);
        assertThat(store.fireCalls()).hasSize(before + 1);

        store.answerHeld();
        passMs(5);
        assertThat(store.fireCalls().get(before + 1)).hasSize(PARTITIONS);
        assertThat(store.shots()).hasSize(100);
    }

    @Test
    void aGroupThatNeverAnswersStopsNeitherTheOthersNorTheWheel_F138() {
        store = new FakeDueStore(clock, PARTITIONS, 4);
        tick = new ManualTick(store, clock, () -> ALL, inbox);
        passMs(10);
        store.silence(2);
        for (int i = 0; i < 3_200; i++) {
            submit(i % PARTITIONS, START + 100 + i);
        }

        passMs(4_000);

        List<FakeDueStore.Shot> others =
                store.shots().stream().filter(shot -> shot.partition() % 4 != 2).toList();
        assertThat(others).hasSize(2_400).allMatch(shot -> shot.firedMs() - shot.dueMs() <= 3);
    }

    @Test
    void asksAgainWhenAnAnswerWasLostAndIgnoresItWhenItComesLate() {
        passMs(10);
        store.silence(0);
        submit(3, START + 50);
        passMs(9_000);
        int before = store.fireCalls().size();

        passMs(2_500);
        assertThat(store.fireCalls()).hasSize(before + 1);

        store.answerHeld();
        submit(4, clock.nowMs() + 20);
        passMs(11_000);
        assertThat(store.shots()).hasSize(2);
    }

    @Test
    void firesAgainWithGrowingPausesWhileTheStoreIsOutOfReach() {
        passMs(10);
        store.failNext(8);
        submit(5, START + 100);
        int before = store.fireCalls().size();

        passMs(30_000);

        assertThat(store.shots()).hasSize(1);
        long lateMs = lateness().get(0);
        assertThat(lateMs).isBetween(2_500L, 7_000L); // 20 + 40 + … + 1,000 + 1,000 ± 20 %
        assertThat(store.fireCalls().size() - before).isLessThan(50);
    }

    @Test
    void neitherEarlyNorBusyWhileTheStoresClockIsBehindTheEstimate() {
        ManualClock ahead = new ManualClock(START + 40);
        tick = new ManualTick(store, ahead, () -> ALL, inbox);
        submit(1, START + 500);
        submit(2, START + 502);
        int before = store.fireCalls().size();

        for (int ms = 0; ms < 1_000; ) {
            long delayMs = Math.max(1, tick.turn());
            clock.advanceMs(delayMs);
            ahead.advanceMs(delayMs);
            ms += (int) delayMs;
        }

        assertThat(lateness()).hasSize(2).allMatch(late -> late >= 0 && late <= 40);
        assertThat(store.fireCalls().size() - before).isLessThan(25);
    }

    @Test
    void catchesUpInBoundedBatchesAfterAPauseOf40Seconds_F40() {
        for (int i = 0; i < 20_000; i++) {
            submit(i % PARTITIONS, START + 200 + i * 2L);
        }
        passMs(150);
        clock.advanceMs(41_000);

        int moved = 0;
        for (int turn = 0; turn < 1_000 && store.shots().size() < 20_000; turn++) {
            long delayMs = tick.turn();
            int now = store.shots().size();
            assertThat(now - moved).isLessThanOrEqualTo(FireLane.LIMIT);
            moved = now;
            clock.advanceMs(delayMs);
        }

        assertThat(store.shots()).hasSize(20_000);
    }

    @Test
    void aBacklogOfOnePartitionDoesNotKeepOthersWaiting() {
        for (int i = 0; i < 5_000; i++) {
            store.put(0, START - 10_000);
        }
        submit(7, START + 5);

        passMs(20);

        assertThat(store.shots())
                .filteredOn(shot -> shot.partition() == 7)
                .hasSize(1)
                .allMatch(shot -> shot.firedMs() - shot.dueMs() <= 5);
        passMs(200);
        assertThat(store.shots()).hasSize(5_001);
    }

    @Test
    void forgetsADroppedPartitionAndTakesItAgain() {
        List<Integer> served = new ArrayList<>(ALL);
        tick = new ManualTick(store, clock, () -> served, inbox);
        passMs(10);
        submit(9, START + 2_000);
        submit(8, START + 2_000);
        passMs(10);
        served.remove(Integer.valueOf(9));
        inbox.drop(9);

        passMs(3_000);
        assertThat(store.shots()).extracting(FakeDueStore.Shot::partition).containsExactly(8);
        assertThat(tick.wheelSize()).isZero();

        served.add(9);
        inbox.offer(9, clock.nowMs());
        passMs(2);
        assertThat(store.shots()).extracting(FakeDueStore.Shot::partition).containsExactly(8, 9);
    }

    @Test
    void aBatchOfOneInstantIsOneTimer() {
        for (int i = 0; i < 10_000; i++) {
            submit(i % PARTITIONS, START + 20_000);
        }
        passMs(100);

        assertThat(tick.wheelSize()).isLessThanOrEqualTo(2 * PARTITIONS);
    }

    private void submit(int partition, long dueMs) {
        store.put(partition, dueMs);
        inbox.offer(partition, dueMs);
    }

    /** Time passes, with turns when the tick wants them. */
    private void passMs(long millis) {
        long endMs = clock.nowMs() + millis;
        while (true) {
            long delayMs = tick.turn();
            turns++;
            long leftMs = endMs - clock.nowMs();
            if (delayMs > leftMs || leftMs == 0) {
                clock.advanceMs(leftMs);
                return;
            }
            clock.advanceMs(delayMs);
        }
    }

    private List<Long> lateness() {
        return store.shots().stream().map(shot -> shot.firedMs() - shot.dueMs()).toList();
    }
}
