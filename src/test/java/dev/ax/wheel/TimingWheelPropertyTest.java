package dev.ax.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The wheel against a model so plain that it must be right: a map of what waits. Seeds are in the names of the cases;
 * one fresh seed a run is printed, so that a failure can be repeated.
 */
class TimingWheelPropertyTest {
    private static final long TICK_MS = 100;
    private static final int STEPS = 4_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void firesEachLiveTimerOnceInOrderAndNeverEarly(long seed) {
        new Run(seed).play();
    }

    @Test
    void firesEachLiveTimerOnceInOrderAndNeverEarlyForAFreshSeed() {
        long seed = new Random().nextLong();
        System.err.println("TimingWheelPropertyTest: fresh seed " + seed);
        new Run(seed).play();
    }

    /** One random life of a wheel beside its model. */
    private static final class Run {
        private final Random random;
        private final String name;
        private final int wheelSize;
        private final TimingWheel wheel;
        private final Map<Long, Long> waiting = new HashMap<>(); // payload to deadline
        private final Map<Long, Long> handles = new HashMap<>(); // payload to handle
        private final List<Long> stale = new ArrayList<>();
        private long nowMs = 1_800_000_000_000L;
        private long nextPayload = 1;

        Run(long seed) {
            random = new Random(seed);
            name = "seed " + seed;
            wheelSize = new int[] {1, 2, 8, 64, 512}[random.nextInt(5)];
            wheel = new TimingWheel(nowMs, TICK_MS, wheelSize);
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                int dice = random.nextInt(100);
                if (dice < 50) {
                    schedule();
                } else if (dice < 65) {
                    cancelLive();
                } else if (dice < 70) {
                    cancelStale();
                } else if (dice < 99) {
                    moveTime();
                    poll();
                } else {
                    clear();
                }
                assertThat(wheel.size()).as(name).isEqualTo(waiting.size());
            }
            drain();
        }

        private void schedule() {
            long deadlineMs = deadline();
            long payload = nextPayload++;
            long handle = wheel.schedule(deadlineMs, payload);
            assertThat(handle).as(name).isNotEqualTo(TimingWheel.NO_TIMER);
            waiting.put(payload, deadlineMs);
            handles.put(payload, handle);
        }

        private long deadline() {
            long turnMs = TICK_MS * wheelSize;
            return switch (random.nextInt(12)) {
                case 0 -> nowMs;
                case 1 -> nowMs - random.nextInt(100_000);
                case 2 -> nowMs + random.nextInt((int) TICK_MS); // into the slot being served
                case 3 -> nowMs + turnMs * random.nextInt(12);
                case 4 -> nowMs + turnMs * random.nextInt(12) + (random.nextBoolean() ? TICK_MS : -TICK_MS);
                case 5 -> (nowMs / TICK_MS + random.nextInt(2 * wheelSize)) * TICK_MS - random.nextInt(2);
                case 6 -> nowMs + (1L << 31) + random.nextInt(1_000_000);
                case 7 -> random.nextInt(20) == 0 ? Long.MAX_VALUE - random.nextInt(3) : nowMs + 1;
                case 8 -> random.nextInt(20) == 0 ? Long.MIN_VALUE + random.nextInt(3) : -1L;
                default -> nowMs + random.nextInt((int) (2 * turnMs));
            };
        }

        private void cancelLive() {
            if (waiting.isEmpty()) {
                return;
            }
            long payload = waiting.keySet().stream()
                    .skip(random.nextInt(waiting.size()))
                    .findFirst()
                    .orElseThrow();
            assertThat(wheel.cancel(handles.get(payload))).as(name).isTrue();
            forget(payload);
        }

        private void cancelStale() {
            if (!stale.isEmpty()) {
                assertThat(wheel.cancel(stale.get(random.nextInt(stale.size()))))
                        .as(name)
                        .isFalse();
            }
        }

        private void moveTime() {
            nowMs += switch (random.nextInt(14)) {
                case 0 -> 0;
                case 1 -> -random.nextInt(5_000); // set back
                case 2 -> 40_000; // a pause
                case 3 -> TICK_MS * wheelSize;
                case 4 -> random.nextInt(40) == 0 ? 40L * 365 * 86_400_000 : 3_600_000;
                case 5, 6, 7 -> random.nextInt(5);
                default -> random.nextInt(300);
            };
        }

        private void poll() {
            int limit = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1_000_000;
            List<Long> dueMs = waiting.values().stream()
                    .filter(deadlineMs -> deadlineMs <= nowMs)
                    .sorted()
                    .toList();
            List<Long> firedMs = new ArrayList<>();
            int fired = wheel.poll(nowMs, limit, (deadlineMs, payload) -> {
                assertThat(waiting.get(payload)).as(name).isEqualTo(deadlineMs);
                forget(payload);
                firedMs.add(deadlineMs);
            });
            assertThat(firedMs).as(name).hasSize(fired).isEqualTo(dueMs.subList(0, fired));
            assertThat(fired).as(name).isLessThanOrEqualTo(limit);
            if (fired < limit && !wheel.behind(nowMs)) {
                assertThat(fired).as("%s: all that is due", name).isEqualTo(dueMs.size());
            }
        }

        private void clear() {
            long odd = random.nextInt(2);
            List<Long> gone = waiting.keySet().stream()
                    .filter(payload -> payload % 7 == odd)
                    .toList();
            assertThat(wheel.clear(payload -> payload % 7 == odd)).as(name).isEqualTo(gone.size());
            gone.forEach(this::forget);
        }

        private void drain() {
            nowMs = Long.MAX_VALUE;
            int polls = 0;
            do {
                poll();
                assertThat(polls++).as("%s: polls until nothing is left", name).isLessThan(100_000);
            } while (wheel.behind(nowMs));
            assertThat(waiting).as(name).isEmpty();
            assertThat(wheel.size()).as(name).isZero();
        }

        private void forget(long payload) {
            waiting.remove(payload);
            stale.add(handles.remove(payload));
        }
    }
}
