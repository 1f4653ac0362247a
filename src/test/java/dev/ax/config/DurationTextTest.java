package dev.ax.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "250ms, PT0.25S",
        "30s, PT30S",
        "15m, PT15M",
        "2h, PT2H",
        "1d, PT24H",
        "1h30m, PT1H30M",
        "1d2h3m4s5ms, PT26H3M4.005S",
        "PT30M, PT30M",
        "P1DT1H, PT25H",
        "0s, PT0S"
    })
    void readsTheFormsOfTheContract(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "s",
                "1.5s",
                "-1s",
                "30m1h",
                "1s ",
                "1S",
                "PT",
                "P",
                "forever",
                "99999999999999999999d",
                "1s1s",
                "٣s"
            })
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "250ms", "1m30s", "1d", "1d2h3m4s5ms"})
    void printsWhatItReads(String text) {
        assertThat(DurationText.print(DurationText.parse(text))).isEqualTo(text);
    }
}
