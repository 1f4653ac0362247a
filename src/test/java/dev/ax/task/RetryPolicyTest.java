package dev.ax.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backoff grows, is capped, never overflows, and parts those that failed together. F68 F72. */
class RetryPolicyTest {
    private static final double MIDDLE = 0.5;

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 20", "3, 40", "6, 320", "7, 600", "31, 600", "32, 600", "63, 600", "64, 600", "1000, 600"})
    void theDelayDoublesUpToItsCap(int retry, long seconds) {
        RetryPolicy policy = policy(Duration.ofSeconds(10), 2, Duration.ofMinutes(10), 0);

        assertThat(policy.delayMs(retry, MIDDLE)).isEqualTo(seconds * 1000);
        assertThat(policy.delayMs(retry, 0)).isEqualTo(seconds * 1000);
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "6, 320", "64, 600", "1000, 600"})
    void jitterStaysWithinItsShare(int retry, long seconds) {
        RetryPolicy policy = policy(Duration.ofSeconds(10), 2, Duration.ofMinutes(10), 0.2);
        SplittableRandom random = new SplittableRandom(68);

        for (int i = 0; i < 10_000; i++) {
            assertThat(policy.delayMs(retry, random.nextDouble())).isBetween(seconds * 800, seconds * 1200);
        }
    }

    @Test
    void noPolicyMakesADelayThatIsNegativeOrWithoutBound() {
        for (Duration initial : new Duration[] {Duration.ZERO, Duration.ofMillis(1), Duration.ofDays(7)}) {
            for (int retry = 1; retry <= RetryPolicy.MOST_RETRIES; retry++) {
                long delayMs = policy(initial, 10, RetryPolicy.LONGEST_DELAY, 1).delayMs(retry, Math.nextDown(1.0));

                assertThat(delayMs).isBetween(0L, 2 * RetryPolicy.LONGEST_DELAY.toMillis());
                assertThat(delayMs > 0).isEqualTo(!initial.isZero());
            }
        }
    }

    @Test
    void valuesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> policy(Duration.ofSeconds(10), 1e9, Duration.ofDays(3650), Double.NaN))
                .hasMessageContaining("multiplier")
                .hasMessageContaining("maxDelay")
                .hasMessageContaining("jitter");
    }

    @Test
    void theFirstRetriesOfAHerdSpreadOverFourSeconds() {
        SplittableRandom random = new SplittableRandom(72);
        int herd = 10_000;
        int[] bins = new int[40];
        for (int i = 0; i < herd; i++) {
            long delayMs = RetryPolicy.DEFAULT.delayMs(1, random.nextDouble());
            bins[(int) Math.min(39, (delayMs - 8_000) / 100)]++;
        }

        assertThat(IntStream.of(bins)).allMatch(tasks -> tasks > 0 && tasks < herd / 20);
    }

    private static RetryPolicy policy(Duration initial, double multiplier, Duration max, double jitter) {
        return new RetryPolicy(RetryPolicy.MOST_RETRIES, initial, multiplier, max, jitter, 5);
    }
}
