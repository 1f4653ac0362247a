package dev.ax.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cursor comes back as it was given, and one that was tampered with never reaches Redis. */
class CursorTest {

    @ParameterizedTest
    @ValueSource(strings = {"1796060524338", "1796060524338.00390625", "-5", "0", "1.796060524338e+12", "1e-05"})
    void scoresAsRedisPrintsThemComeBack(String score) {
        Cursor cursor = Cursor.start("PENDING").inQueue("q").after(score, new byte[] {0, 7, (byte) 0xff});

        Cursor read = Cursor.decode(cursor.encode());

        assertThat(read.section()).isEqualTo("PENDING");
        assertThat(read.queue()).isEqualTo("q");
        assertThat(read.score()).isEqualTo(score);
        assertThat(read.member()).containsExactly(0, 7, 0xff);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1d", "1f", "1 ", " 1", "0x1p3", "NaN", "Infinity", "inf", "1e999", "(1", "-", "1\u0000"})
    void scoresThatOnlyJavaOrNobodyReadsAreRefused(String score) {
        String forged = Cursor.start("PENDING").after(score, new byte[0]).encode();

        assertThatThrownBy(() -> Cursor.decode(forged)).isInstanceOf(BadCursorException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "!", "abc", "\u4e2d", "AQ", "AQD_"})
    void whatIsNoCursorIsRefused(String text) {
        assertThatThrownBy(() -> Cursor.decode(text)).isInstanceOf(BadCursorException.class);
    }

    @Test
    void aVersionThatNobodyHasGivenIsRefused() {
        byte[] packed =
                Base64.getUrlDecoder().decode(Cursor.start("PENDING").encode().getBytes(StandardCharsets.US_ASCII));
        packed[0] = 2;

        assertThatThrownBy(() -> Cursor.decode(Base64.getUrlEncoder().encodeToString(packed)))
                .isInstanceOf(BadCursorException.class);
    }
}
