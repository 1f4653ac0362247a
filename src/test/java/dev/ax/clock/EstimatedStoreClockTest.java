package dev.ax.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EstimatedStoreClockTest {
    private static final long START = 1_796_043_679_123L;

    private final ManualClock truth = new ManualClock(START);
    private final List<ClockJump> jumps = new ArrayList<>();
    /** Round trips to come: microseconds there and back; empty ones are instant. */
    private final Deque<long[]> roundTrips = new ArrayDeque<>();

    private final EstimatedStoreClock clock = new EstimatedStoreClock(truth, this::sample, jumps::add);
    private boolean broken;

    @Test
    void saysThatItWasNotReadYet() {
        assertThatThrownBy(clock::nowMs).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void takesTheSampleOfTheShortestRoundTrip() {
        trip(40_000, 2_000);
        trip(50, 50);
        trip(9_000, 100);

        refresh();

        assertThat(truth.nowMicros() / 1_000.0 - clock.nowMs()).isBetween(0.0, 1.2);
        assertThat(clock.errorBoundMicros()).isLessThanOrEqualTo(110);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isNeverAheadOfTheStoreAndBehindByARoundTripAtMost(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            for (int i = 0; i < 8; i++) {
                trip(random.nextInt(20_000), random.nextInt(20_000));
            }
            refresh();
            for (int i = 0; i < 20; i++) {
                truth.advanceMicros(random.nextInt(250_000));
                double behindMs = truth.nowMicros() / 1_000.0 - clock.nowMs();
                assertThat(behindMs).isBetween(0.0, 1.0 + clock.errorBoundMicros() / 1_000.0);
            }
        }
        assertThat(jumps).isEmpty();
    }

    @Test
    void keepsASharpEstimateWhileTheStoreIsSlow() {
        trip(50, 50);
        refresh();
        truth.advanceMs(5_000);
        for (int i = 0; i < 8; i++) {
            trip(30_000, 30_000);
        }

        refresh();

        assertThat(clock.errorBoundMicros()).isLessThanOrEqualTo(110);
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600_000, -3_600_000, 1_500, -1_500})
    void tellsAJumpOfTheStoresClock(long jumpMs) {
        refresh();
        truth.advanceMs(5_000);
        truth.jumpMs(jumpMs);

        refresh();

        assertThat(jumps).singleElement().satisfies(jump -> {
            assertThat(jump.byMs()).isBetween(jumpMs - 1, jumpMs + 1);
            assertThat(jump.atMs()).isBetween(truth.nowMs() - 1, truth.nowMs());
        });
        assertThat(truth.nowMs() - clock.nowMs()).isBetween(0L, 1L);
    }

    @Test
    void followsASmallStepInSilence() {
        refresh();
        truth.jumpMs(-300);

        refresh();

        assertThat(jumps).isEmpty();
        assertThat(truth.nowMs() - clock.nowMs()).isBetween(0L, 1L);
    }

    @Test
    void goesOnByTheLastEstimateWhileSamplesFail() {
        refresh();
        broken = true;
        truth.advanceMs(60_000);

        assertThatThrownBy(this::refresh).hasMessageContaining("out of reach");

        assertThat(truth.nowMs() - clock.nowMs()).isBetween(0L, 1L);
        broken = false;
        refresh();
    }

    @Test
    void aSampleThatNeverComesDoesNotHoldUpTheNextRefresh() {
        List<UniEmitter<? super Long>> asked = new ArrayList<>();
        EstimatedStoreClock waiting =
                new EstimatedStoreClock(truth, () -> Uni.createFrom().emitter(asked::add), jumps::add);
        waiting.refresh().subscribe().with(done -> {}, fault -> {});
        waiting.refresh().subscribe().with(done -> {}, fault -> {});
        for (int i = 1; i < 9; i++) {
            asked.get(i).complete(truth.nowMicros());
        }

        assertThat(truth.nowMs() - waiting.nowMs()).isBetween(0L, 1L);
        asked.get(0).complete(5L); // late, and wrong by now
        assertThat(truth.nowMs() - waiting.nowMs()).isBetween(0L, 1L);
    }

    private void refresh() {
        clock.refresh().await().indefinitely();
    }

    private void trip(long thereMicros, long backMicros) {
        roundTrips.add(new long[] {thereMicros, backMicros});
    }

    private Uni<Long> sample() {
        return Uni.createFrom().item(() -> {
            if (broken) {
                throw new IllegalStateException("out of reach");
            }
            long[] trip = roundTrips.isEmpty() ? new long[2] : roundTrips.poll();
            truth.advanceMicros(trip[0]);
            long micros = truth.nowMicros();
            truth.advanceMicros(trip[1]);
            return micros;
        });
    }
}
