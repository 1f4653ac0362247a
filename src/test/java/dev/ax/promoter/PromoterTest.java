package dev.ax.promoter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.ManualClock;
import dev.ax.store.FakeDueStore;
import dev.ax.tick.DueInbox;
import dev.ax.tick.InboxProbe;
import dev.ax.tick.ManualTick;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromoterTest {
    private static final long START = 1_796_043_679_123L;
    private static final long SPAN_MS = 51_200;
    private static final int PARTITIONS = 32;

    private final ManualClock clock = new ManualClock(START);
    private final FakeDueStore store = new FakeDueStore(clock, PARTITIONS, 1);
    private final DueInbox inbox = new DueInbox(PARTITIONS);
    private final Horizons horizons = new Horizons(PARTITIONS, inbox);
    private List<Integer> served = IntStream.range(0, PARTITIONS).boxed().toList();
    private final Promoter promoter =
            new Promoter(store, clock, ManualTick.DEFAULTS, () -> served, inbox, horizons, Runnable::run);

    @Test
    void loadsAtOnceAtTheStartWithoutAnyEvent_F52() {
        store.put(3, START + 20_000);
        store.put(4, START - 80_000);

        promoter.turn();

        List<InboxProbe.Entry> offered = InboxProbe.drain(inbox);
        assertThat(offered).contains(entry(3, START + 20_000));
        assertThat(offered)
                .as("each partition is looked at for what is overdue")
                .contains(entry(4, START));
        assertThat(offered).as("a backlog is not copied").doesNotContain(entry(4, START - 80_000));
    }

    @Test
    void readsAWideWindowInPages() {
        served = List.of(6);
        for (int i = 1; i <= 3_000; i++) {
            store.put(6, START + i * 7L);
            store.put(6, START + i * 7L);
        }

        promoter.turn();

        List<Long> offered = instantsOf(6);
        assertThat(offered).hasSize(3_001).isSorted().doesNotHaveDuplicates();
        assertThat(store.reads().size()).isBetween(6_000 / Promoter.PAGE, 6_000 / Promoter.PAGE + 2);
    }

    @Test
    void ignoresOffersBeyondWhatIsLoadedAndOfPartitionsThatAreNotServed() {
        served = List.of(1);
        promoter.turn();
        InboxProbe.drain(inbox);

        horizons.offer(1, START + SPAN_MS + 1);
        horizons.offer(2, START + 5);
        horizons.offer(1, START + SPAN_MS);

        assertThat(InboxProbe.drain(inbox)).containsExactly(entry(1, START + SPAN_MS));
    }

    @Test
    void aSubmissionBetweenTheReadAndItsAnswerDoesNotFallBetween() {
        served = List.of(1);
        long dueMs = START + 30_000;
        store.onRead(() -> {
            store.put(1, dueMs); // the read has passed, its answer is on its way
            horizons.offer(1, dueMs);
        });

        promoter.turn();

        assertThat(instantsOf(1)).contains(dueMs);
    }

    @Test
    void aSubmissionBeforeTheHorizonIsRaisedIsFoundByTheRead() {
        served = List.of(1);
        passMs(1_000);
        InboxProbe.drain(inbox);
        long dueMs = START + SPAN_MS + 10_000;
        store.put(1, dueMs);
        horizons.offer(1, dueMs);
        assertThat(InboxProbe.drain(inbox)).isEmpty();

        passMs(40_000);

        assertThat(instantsOf(1)).contains(dueMs);
    }

    @Test
    void costsLittleMoreThanOneReadASecondWhileNothingIsDue() {
        passMs(1_000);
        List<Integer> perSecond = new ArrayList<>();
        for (int second = 0; second < 600; second++) {
            int before = store.reads().size();
            passMs(1_000);
            perSecond.add(store.reads().size() - before);
        }

        assertThat(perSecond).allMatch(reads -> reads <= 3);
        assertThat(perSecond.stream().mapToInt(Integer::intValue).sum()).isLessThanOrEqualTo(600 * 32 / 25 + 32);
        assertThat(promoter.shortestAheadMs()).isGreaterThan(SPAN_MS / 2 - 1_100);
    }

    @Test
    void pausesAndGoesOnWhileTheStoreIsOutOfReach() {
        store.put(31, START + 20_000);
        store.failNext(5); // pauses of 100, 200, 400, 800 and 1,600 ms

        int turns = passMs(8_000);

        assertThat(store.reads().size()).isLessThanOrEqualTo(5 + PARTITIONS + 11);
        assertThat(turns).isLessThan(150);
        assertThat(instantsOf(31)).contains(START + 20_000);
    }

    @Test
    void offersOfAPartitionWhoseReadFailedAreTaken() {
        served = List.of(1);
        store.failNext(1);
        promoter.turn();

        horizons.offer(1, START + 10);

        assertThat(instantsOf(1)).contains(START + 10);
    }

    @Test
    void dropsAPartitionThatWentAndLoadsItWhenItComesBack() {
        served = List.of(1, 2);
        store.put(2, START + 40_000);
        passMs(10);
        InboxProbe.drain(inbox);

        served = List.of(1);
        passMs(1_001);
        assertThat(InboxProbe.drain(inbox)).containsExactly(entry(2, null));
        horizons.offer(2, clock.nowMs() + 5);
        assertThat(InboxProbe.drain(inbox)).isEmpty();

        served = List.of(1, 2);
        passMs(1_001);
        assertThat(instantsOf(2)).contains(START + 40_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600_000, -3_600_000, 40_000})
    void goesOnAfterTheStoresClockJumped(long jumpMs) {
        served = List.of(1);
        passMs(1_000);
        clock.jumpMs(jumpMs);
        passMs(1_000);
        long dueMs = clock.nowMs() + 15_000;
        store.put(1, dueMs);
        horizons.offer(1, dueMs);

        passMs(10_000);

        assertThat(instantsOf(1)).contains(dueMs);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void withTheTickEveryTaskFiresOnTimeWhateverItsDelay(long seed) {
        Random random = new Random(seed);
        ManualTick tick = new ManualTick(store, clock, () -> served, inbox);
        int submitted = 0;
        long promoterAtMs = START;
        long tickAtMs = START;
        for (long nowMs = START; nowMs < START + 200_000; nowMs++, clock.advanceMs(1)) {
            if (nowMs < START + 100_000 && random.nextInt(10) == 0) {
                int partition = random.nextInt(PARTITIONS);
                long dueMs = nowMs + 1 + random.nextInt(random.nextBoolean() ? 300 : 90_000);
                store.put(partition, dueMs);
                horizons.offer(partition, dueMs);
                submitted++;
                tickAtMs = nowMs; // an arrival wakes the tick
            }
            if ((nowMs - START) % 17_000 == 8_500) {
                store.failNext(3);
            }
            if (nowMs >= promoterAtMs) {
                promoterAtMs = nowMs + promoter.turn();
            }
            if (nowMs >= tickAtMs) {
                tickAtMs = nowMs + tick.turn();
            }
        }

        List<Long> late = store.shots().stream()
                .map(shot -> shot.firedMs() - shot.dueMs())
                .sorted()
                .toList();
        assertThat(late).hasSize(submitted);
        assertThat(late.get(0)).isNotNegative();
        assertThat(late.get(late.size() * 95 / 100)).isLessThanOrEqualTo(4);
        assertThat(late.get(late.size() - 1))
                .as("with three failed calls now and then")
                .isLessThanOrEqualTo(250);
    }

    /** Time passes, with turns when the promoter wants them; returns how many. */
    private int passMs(long millis) {
        long endMs = clock.nowMs() + millis;
        int turns = 0;
        while (true) {
            long delayMs = promoter.turn();
            turns++;
            long leftMs = endMs - clock.nowMs();
            if (delayMs > leftMs) {
                clock.advanceMs(leftMs);
                return turns;
            }
            clock.advanceMs(delayMs);
        }
    }

    private List<Long> instantsOf(int partition) {
        return InboxProbe.drain(inbox).stream()
                .filter(entry -> entry.partition() == partition && entry.dueMs() != null)
                .map(InboxProbe.Entry::dueMs)
                .toList();
    }

    private static InboxProbe.Entry entry(int partition, Long dueMs) {
        return new InboxProbe.Entry(partition, dueMs);
    }
}
