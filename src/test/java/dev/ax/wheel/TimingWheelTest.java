package dev.ax.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time is what the test says; all instants are relative to {@link #START}. */
class TimingWheelTest {
    private static final long START = 1_796_043_679_123L; // in the middle of a slot
    private static final long TICK_MS = 100;
    private static final int SIZE = 512;
    private static final long TURN_MS = TICK_MS * SIZE;

    private final TimingWheel wheel = new TimingWheel(START, TICK_MS, SIZE);
    private final List<Long> fired = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -30 * 60_000, -365L * 86_400_000, -START, Long.MIN_VALUE / 2})
    void firesWhatIsDueNowOrPastAtTheNextPoll_F133(long delayMs) {
        wheel.schedule(START + delayMs, 1);

        poll(START);

        assertThat(fired).containsExactly(1L);
    }

    @Test
    void takesTheLeastAndTheGreatestInstant_F129() {
        wheel.schedule(Long.MIN_VALUE, 1);
        wheel.schedule(Long.MAX_VALUE, 2);

        poll(START);
        poll(START + 3_650L * 86_400_000);

        assertThat(fired).containsExactly(1L);
        assertThat(wheel.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {2_147_483_647L, 2_147_483_648L, 4_294_968_296L, 2_592_000_000L})
    void keepsADelayBeyond31BitsToTheMillisecond_F130(long delayMs) {
        wheel.schedule(START + delayMs, 1);

        poll(START + 60_000);
        pollAll(START + delayMs - 1);
        assertThat(fired).isEmpty();

        pollAll(START + delayMs);
        assertThat(fired).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                TURN_MS,
                2 * TURN_MS,
                3 * TURN_MS,
                10 * TURN_MS,
                TURN_MS - 100,
                TURN_MS + 100,
                2 * TURN_MS - 100,
                2 * TURN_MS + 100,
                10 * TURN_MS - 100,
                10 * TURN_MS + 100
            })
    void neitherEarlyNorATurnLateAtMultiplesOfTheWheel_F132(long delayMs) {
        wheel.schedule(START + delayMs, 1);

        for (long atMs = 0; atMs < delayMs; atMs += 7) {
            poll(START + atMs);
        }
        poll(START + delayMs - 1);
        assertThat(fired).isEmpty();

        poll(START + delayMs);
        assertThat(fired).containsExactly(1L);
    }

    @Test
    void keepsItsMemoryThroughTwoMillionCancels_F136() {
        long[] window = new long[1_000]; // 10 000 a second, each cancelled after 100 ms
        int capacity = 0;
        for (int i = 0; i < 2_000_000; i++) {
            long nowMs = START + i / 10;
            int at = i % window.length;
            if (i >= window.length) {
                assertThat(wheel.cancel(window[at])).isTrue();
            }
            window[at] = wheel.schedule(nowMs + (i % 2 == 0 ? 50_000 : 3_600_000), i);
            if (i % 1_000 == 0) {
                poll(nowMs);
            }
            if (i == 10_000) {
                capacity = wheel.capacity();
            }
        }

        assertThat(wheel.capacity()).isEqualTo(capacity).isLessThanOrEqualTo(2_048);
        assertThat(wheel.size()).isEqualTo(window.length);
        assertThat(fired).isEmpty();
    }

    @Test
    void servesTheCurrentSlotToTheMillisecondInOrderOfDeadline() {
        long slotStart = START - START % TICK_MS + TICK_MS;
        wheel.schedule(slotStart + 70, 3);
        wheel.schedule(slotStart + 10, 1);
        poll(slotStart);
        assertThat(wheel.nextDeadlineMs()).isEqualTo(slotStart + 10);
        wheel.schedule(slotStart + 40, 2);

        poll(slotStart + 9);
        assertThat(fired).isEmpty();
        poll(slotStart + 10);
        assertThat(fired).containsExactly(1L);
        poll(slotStart + 99);
        assertThat(fired).containsExactly(1L, 2L, 3L);
        assertThat(wheel.nextDeadlineMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void knowsAHandleOfAFiredOrCancelledTimerFromThatOfItsSuccessor() {
        long first = wheel.schedule(START, 1);
        poll(START);
        long second = wheel.schedule(START + 1_000, 2);

        assertThat(wheel.cancel(first)).isFalse();
        assertThat(wheel.cancel(second)).isTrue();
        assertThat(wheel.cancel(second)).isFalse();
        assertThat(wheel.cancel(TimingWheel.NO_TIMER)).isFalse();
        assertThat(wheel.cancel(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void cancelsInTheSlotBeingServed() {
        wheel.schedule(START + 1, 1);
        long handle = wheel.schedule(START + 2, 2);
        wheel.schedule(START + 3, 3);

        assertThat(wheel.cancel(handle)).isTrue();
        poll(START + 3);

        assertThat(fired).containsExactly(1L, 3L);
    }

    @Test
    void catchesUpAfterALongPauseInBoundedBatches() {
        for (int i = 0; i < 10_000; i++) {
            wheel.schedule(START + i * 4L, i);
        }
        long nowMs = START + 40_000;

        int polls = 0;
        while (wheel.behind(nowMs)) {
            int before = fired.size();
            assertThat(wheel.poll(nowMs, 300, (deadlineMs, payload) -> fired.add(payload)))
                    .isLessThanOrEqualTo(300);
            assertThat(fired.size() - before).isLessThanOrEqualTo(300);
            polls++;
        }

        assertThat(fired).hasSize(10_000).isSorted();
        assertThat(polls).isGreaterThanOrEqualTo(34);
    }

    @Test
    void leapsOverYearsWithoutWalkingEachSlot() {
        wheel.schedule(START + 30L * 365 * 86_400_000, 1);

        int polls = 0;
        for (long nowMs = START + 40L * 365 * 86_400_000; wheel.behind(nowMs); polls++) {
            wheel.poll(nowMs, 10, (deadlineMs, payload) -> fired.add(payload));
        }

        assertThat(fired).containsExactly(1L);
        assertThat(polls).isLessThanOrEqualTo(4);
    }

    @Test
    void waitsWhileTimeIsSetBackAndGoesOnAfterwards() {
        poll(START + 5_000);
        wheel.schedule(START + 1_000, 1); // in a slot that was served before
        poll(START);
        assertThat(fired).isEmpty();

        poll(START + 1_000);
        assertThat(fired).containsExactly(1L);
    }

    @Test
    void takesTimersAndCancelsFromItsHandler() {
        long[] victim = new long[1];
        wheel.schedule(START, 1);
        victim[0] = wheel.schedule(START, 9);
        wheel.schedule(START - 1, 0);

        wheel.poll(START, 100, (deadlineMs, payload) -> {
            fired.add(payload);
            if (payload == 0) {
                wheel.cancel(victim[0]);
                wheel.schedule(START, 2);
            }
        });

        assertThat(fired).containsExactlyInAnyOrder(0L, 1L, 2L);
    }

    @Test
    void clearsByPayload() {
        for (int i = 0; i < 100; i++) {
            wheel.schedule(START + i * 10L, i % 4);
        }

        assertThat(wheel.clear(payload -> payload == 2)).isEqualTo(25);
        pollAll(START + 10_000);

        assertThat(fired).hasSize(75).doesNotContain(2L);
    }

    @Test
    void refusesASecondThread() {
        wheel.schedule(START, 1);

        var other = CompletableFuture.runAsync(() -> wheel.schedule(START, 2));

        assertThatThrownBy(other::join).hasCauseInstanceOf(AssertionError.class);
    }

    private void poll(long nowMs) {
        wheel.poll(nowMs, 1_000_000, (deadlineMs, payload) -> {
            assertThat(deadlineMs).isLessThanOrEqualTo(nowMs);
            fired.add(payload);
        });
    }

    private void pollAll(long nowMs) {
        do {
            poll(nowMs);
        } while (wheel.behind(nowMs));
    }
}
