package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.PermanentFailureException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pure parts: error texts, results, headers. */
class TextTest {

    /** F97: control characters and lone surrogates in what an executor says. */
    @Test
    void errorKeepsControlCharactersAndReplacesLoneSurrogates() {
        String text = ErrorText.of(new IllegalStateException("a\u0000b\u0007c\uFFFFd\uD800e<script>"));

        assertThat(text).startsWith("java.lang.IllegalStateException: a\u0000b\u0007c\uFFFFd\uFFFDe<script>\n  at ");
        assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(new JsonObject(new JsonObject().put("error", text).toBuffer()).getString("error"))
                .isEqualTo(text);
    }

    /** F102: the characters of a person's language, all the way. */
    @Test
    void errorKeepsEveryScript() {
        assertThat(ErrorText.of(new PermanentFailureException("失败：超时 – ñ – 👨‍👩‍👧")))
                .startsWith("失败：超时 – ñ – 👨‍👩‍👧\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ñ", "中", "😀"})
    void errorIsCutBetweenCharactersAtFourKibibytes(String character) {
        byte[] text = ErrorText.limit(character.repeat(5000)).getBytes(StandardCharsets.UTF_8);

        assertThat(text.length).isBetween(ErrorText.MAX_BYTES - 3, ErrorText.MAX_BYTES);
        assertThat(new String(text, StandardCharsets.UTF_8)).matches("(" + character + ")+");
    }

    @Test
    void errorOfAnExceptionThatCannotBeAskedIsItsName() {
        class Mute extends RuntimeException {
            @Override
            public String getMessage() {
                throw new IllegalStateException("no");
            }
        }
        assertThat(ErrorText.of(new Mute())).isEqualTo(Mute.class.getName());
    }

    @Test
    void errorOfCausesThatFormACircleEnds() {
        Exception outer = new IllegalStateException("outer");
        Exception inner = new IllegalStateException("inner", outer);
        outer.initCause(inner);

        assertThat(ErrorText.of(outer)).contains("caused by: java.lang.IllegalStateException: inner");
    }

    @Test
    void logLineHoldsNoControlCharacter() {
        assertThat(ErrorText.line("a\nb\u001b[0m\u2028c")).isEqualTo("a\\u000ab\\u001b[0m\\u2028c");
    }

    @Test
    void valuesBecomeJsonText() {
        assertThat(text(new JsonObject().put("a", 1))).isEqualTo("{\"a\":1}");
        assertThat(text(new JsonArray().add(1))).isEqualTo("[1]");
        assertThat(text("失败")).isEqualTo("\"失败\"");
        assertThat(text(1.5)).isEqualTo("1.5");
        assertThat(text(Runs.TOKEN)).isEqualTo("1796000000123456");
        assertThat(text(true)).isEqualTo("true");
        assertThat(text(Map.of("k", "v"))).isEqualTo("{\"k\":\"v\"}");
        assertThat(text(Buffer.buffer(" {\"as\" : 1e400} "))).isEqualTo(" {\"as\" : 1e400} ");
        assertThat(Results.ofValue(null).result()).isNull();
        assertThat(Results.ofValue(null).resultOmitted()).isFalse();
        assertThat(Results.ofValue(Buffer.buffer()).resultOmitted()).isFalse();
    }

    @Test
    void resultOfExactlyTheLimitIsKeptAndOneByteMoreIsNot() {
        String longest = "\"" + "x".repeat(Results.MAX_BYTES - 2) + "\"";

        assertThat(Results.ofValue(Buffer.buffer(longest)).result()).hasSize(Results.MAX_BYTES);
        assertThat(Results.ofValue(Buffer.buffer(longest + " "))).isEqualTo(Results.omitted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 2", "{", "nul", "{\"a\":NaN}", "'a'", "\uFEFF1", "ok", "[1,]", "\"\u0000\""})
    void whatIsNotOneJsonValueIsLeftOut(String text) {
        assertThat(Results.ofValue(Buffer.buffer(text))).isEqualTo(Results.omitted());
    }

    @Test
    void bytesThatAreNotUtf8AreLeftOut() {
        assertThat(Results.ofText(new byte[] {'"', (byte) 0xC3, '"'})).isEqualTo(Results.omitted());
        assertThat(Results.ofText("{}".getBytes(StandardCharsets.UTF_16))).isEqualTo(Results.omitted());
    }

    @Test
    void valueThatJsonCannotWriteIsLeftOut() {
        assertThat(Results.ofValue(new Object())).isEqualTo(Results.omitted());
    }

    /** F70: the receiver says when to come back. */
    @ParameterizedTest
    @CsvSource({
        "60, 60000",
        "0, 0",
        "999999999, 86400000",
        "99999999999999999999999, 86400000",
        "'Mon, 30 Nov 2026 00:54:50 GMT', 89877",
        "'Monday, 30-Nov-26 00:54:50 GMT', 89877",
        "'Mon Nov 30 00:54:50 2026', 89877",
        "'Tue Dec  1 00:53:20 2026', 86399877"
    })
    void retryAfterIsHonoured(String header, long millis) {
        long nowMs = java.time.Instant.parse("2026-11-30T00:53:20.123Z").toEpochMilli();

        assertThat(RetryAfter.parse(header, nowMs)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-5", "soon", "", " ", "1.5", "Mon, 30 Nov 2015 00:54:50 GMT", "Mon, 99 Nov 2026 00:00:00 GMT"})
    void retryAfterThatMakesNoSenseIsIgnored(String header) {
        assertThat(RetryAfter.parse(header, Runs.NOW_MS)).isNull();
        assertThat(RetryAfter.parse(null, Runs.NOW_MS)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"30s, 30000", "1h30m, 5400000", "250ms, 250", "PT30M, 1800000", "1d, 86400000"})
    void heartbeatIsRead(String header, long millis) {
        assertThat(AsyncAnswer.heartbeat(header)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1s", "0s", "30", "", "PT-5S", "999999999999999999d"})
    void heartbeatThatMakesNoSenseIsIgnored(String header) {
        assertThat(AsyncAnswer.heartbeat(header)).isNull();
    }

    private static String text(Object value) {
        return new String(Results.ofValue(value).result(), StandardCharsets.UTF_8);
    }
}
