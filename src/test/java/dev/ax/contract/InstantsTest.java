package dev.ax.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantsTest {

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T13:01:19.123Z, 2026-11-30T13:01:19.123Z",
        "2026-11-30T21:01:19.123+08:00, 2026-11-30T13:01:19.123Z",
        "2026-11-30T13:01:19Z, 2026-11-30T13:01:19.000Z",
        "2026-11-30T13:01:19.1Z, 2026-11-30T13:01:19.100Z",
        "2026-11-30T13:01:19.123456Z, 2026-11-30T13:01:19.124Z",
        "2026-11-30T13:01:19.123000Z, 2026-11-30T13:01:19.123Z",
        "2026-12-31T23:59:59.9990000000001Z, 2027-01-01T00:00:00.000Z",
        "2026-11-30t13:01:19z, 2026-11-30T13:01:19.000Z",
        "2026-11-30T13:01:19-00:00, 2026-11-30T13:01:19.000Z",
        "2026-11-30T00:00:00-23:59, 2026-11-30T23:59:00.000Z",
        "1969-12-31T23:59:59Z, 1969-12-31T23:59:59.000Z",
        "1969-12-31T23:59:59.9991Z, 1970-01-01T00:00:00.000Z",
        "2024-02-29T00:00:00Z, 2024-02-29T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00Z, 0000-01-01T00:00:00.000Z",
    })
    void readsAnyOffsetRoundsUpAndWritesUtcWithMilliseconds(String text, String canonical) {
        assertThat(Instants.format(Instants.parse(text))).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-11-30",
                "2026-11-30T13:01Z",
                "2026-11-30T13:01:19",
                "2026-02-30T00:00:00Z",
                "2025-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-11-31T00:00:00Z",
                "2026-11-30T24:00:00Z",
                "2026-11-30T23:60:00Z",
                "2026-11-30T23:59:60Z",
                "+275760-09-13T00:00:00Z",
                "26-11-30T13:01:19Z",
                "2026-11-30 13:01:19Z",
                "2026-11-30T13:01:19.Z",
                "2026-11-30T13:01:19+0800",
                "2026-11-30T13:01:19+08",
                "2026-11-30T13:01:19+24:00",
                "2026-11-30T13:01:19+08:60",
                "2026-11-30T13:01:19Z ",
                "2026-11-30T13:01:19ZZ",
                "2026-11-30T13:01:19,5Z",
                "1796043679123",
                "٢٠٢٦-11-30T13:01:19Z",
                "2026-11-30T13:01:19+08:00[Asia/Shanghai]"
            })
    void refusesWhatIsNoInstantOrDoesNotExist(String text) {
        assertThatThrownBy(() -> Instants.parse(text)).hasMessageStartingWith("must be an existing instant");
    }

    @Test
    void agreesWithJavaOnEveryInstant() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 10_000; i++) {
            long ms = random.nextLong(-62_167_219_200_000L, 253_402_300_800_000L);
            OffsetDateTime local =
                    Instant.ofEpochMilli(ms).atOffset(ZoneOffset.ofTotalSeconds(60 * random.nextInt(-1_080, 1_081)));
            assertThat(Instant.parse(Instants.format(ms))).isEqualTo(Instant.ofEpochMilli(ms));
            if (local.getYear() >= 0 && local.getYear() <= 9999 && local.getSecond() != 0) {
                assertThat(Instants.parse(local.toString())).isEqualTo(ms);
            }
        }
    }
}
