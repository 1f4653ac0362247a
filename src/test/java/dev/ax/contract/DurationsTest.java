package dev.ax.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "250ms, 250",
        "30s, 30000",
        "15m, 900000",
        "2h, 7200000",
        "1d, 86400000",
        "1h30m, 5400000",
        "1d2h3m4s5ms, 93784005",
        "1m5ms, 60005",
        "0s, 0",
        "007s, 7000",
        "90m, 5400000",
        "PT30M, 1800000",
        "P1D, 86400000",
        "P1DT12H, 129600000",
        "P2W, 1209600000",
        "PT0S, 0",
        "PT36H, 129600000",
        "PT1.5S, 1500",
        "PT0.0001S, 1",
        "PT0.0010S, 1",
        "PT0.001000000000000001S, 2",
        "PT0.9999S, 1000",
        "PT1H0.25S, 3600250",
    })
    void readsEveryFormAndRoundsUpToMilliseconds(String text, long ms) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(ms));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "1", "s", "1 s", " 1s", "1s ", "1.5s", "1x", "30m1h", "1h1h", "1S", "P", "PT", "P1", "PT1",
                "P1DT", "P1H", "PT1D", "PT1W", "P1Y", "P1M", "PT1M1H", "PT.5S", "PT1.S", "PT1.5M", "PT1,5S", "pt1s",
                "PT1ST1S", "T1S", "+1s", "1e3s", "١s", "1s\n", "--1s", "-", "1-s-", "P-", "PT-", "null"
            })
    void refusesWhatIsNoDuration(String text) {
        assertThat(Durations.parseMs(text)).isEqualTo(Durations.MALFORMED);
        assertThatThrownBy(() -> Durations.parse(text)).hasMessageStartingWith("must be a duration such as");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1s", "PT-30M", "-PT30M", "-2515194s", "PT-0.5S", "-0s", "PT1H-30M"})
    void saysThatANegativeDurationIsNegative(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).hasMessage("must not be negative");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775807ms",
                "9223372036854775808ms",
                "9223372036854775807s",
                "99999999999999999999d",
                "PT2562047788015215H",
                "106751991168d",
                "9223372036854775806ms1ms",
                "9223372036854775s808ms"
            })
    void refusesWhatNoLongCanHoldInsteadOfOverflowing(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesAVeryLongTextAtOnce() {
        assertThat(Durations.parseMs("1".repeat(1_000_000) + "s")).isEqualTo(Durations.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ms",
        "1000, 1s",
        "60000, 1m",
        "90000, 1m30s",
        "5400000, 1h30m",
        "86400000, 1d",
        "93784005, 1d2h3m4s5ms"
    })
    void writesTheLargestUnitFirst(long ms, String text) {
        assertThat(Durations.format(ms)).isEqualTo(text);
    }

    @Test
    void writesWhatIsFinerThanAMillisecondRoundedUp() {
        assertThat(Durations.format(Duration.ofNanos(1))).isEqualTo("1ms");
        assertThat(Durations.format(Duration.ofMillis(5))).isEqualTo("5ms");
    }

    @Test
    void readsBackWhatItWritesAndWhatJavaWrites() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            long ms = random.nextLong() >>> (1 + random.nextInt(63));
            assertThat(Durations.parseMs(Durations.format(ms))).isEqualTo(ms);
            assertThat(Durations.parseMs(Duration.ofMillis(ms).toString())).isEqualTo(ms);
        }
    }
}
