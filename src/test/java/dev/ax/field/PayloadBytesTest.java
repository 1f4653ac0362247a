package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.Scheduler;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What was sent arrives byte for byte, whatever it holds, up to the limit; errors are text of others. F94 F97 F99 F102. */
class PayloadBytesTest extends NodeFixture {
    private static final String NUMBERS = "{\"a\":130775545883395173,\"b\":15947634569000323,\"c\":9007199254740993,"
            + "\"d\":0.10,\"e\":1e400,\"f\":-0,\"g\":12345678901234567890123}";
    private static final String CONTROLS = "{\"x\":\"\\u0000 \\u0007 \\uFFFF \\uD800 <script>\"}";
    private static final String WORDS = "{\"备注\":\"测试 – ñ – 👨‍👩‍👧\"}";
    private static final String HARMFUL = "bad \0 \7 \uffff \ud800 \u2028 <script>\r\nforged";
    private static final int LIMIT = 65_536;

    @Override
    void handlers(Scheduler scheduler) {
        scheduler.register("harmful", context -> {
            throw new IllegalStateException(HARMFUL);
        });
        scheduler.register("chinese", context -> {
            throw new IllegalStateException("失败：超时");
        });
    }

    @Test
    void numbersKeepEveryDigitThroughDelayRetryAndReplay() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        String target = sink().on(
                        "/numbers",
                        (exchange, call) -> Sink.reply(exchange, calls.incrementAndGet() < 3 ? 500 : 200, ""));
        String id = newId();
        ax().submit(task(
                id, NUMBERS, target, "\"delay\":\"200ms\",\"retry\":{\"maxRetries\":1,\"initialDelay\":\"0s\"}"));
        assertThat(ax().ended(id).getString("state")).isEqualTo("FAILED");
        ax().act(id, "replay").expect(200);
        assertThat(ax().ended(id).getString("state")).isEqualTo("SUCCEEDED");

        assertThat(sink().calls("/numbers"))
                .hasSize(3)
                .allSatisfy(call -> assertThat(call.body()).contains("\"payload\":" + NUMBERS));
    }

    @Test
    void numbersOfABatchKeepEveryDigit() throws InterruptedException {
        String target = sink().on("/batch", 200);

        ax().submitLines(
                        task(newId(), NUMBERS, target, "\"priority\":1"),
                        task(newId(), NUMBERS, target, "\"priority\":0"));

        assertThat(sink().next("/batch").body()).contains("\"payload\":" + NUMBERS);
        assertThat(sink().next("/batch").body()).contains("\"payload\":" + NUMBERS);
    }

    @Test
    void controlCharactersArriveAndWhatTheExecutorSaysOfThemIsReadable() {
        String target = sink().on("/controls", 500, HARMFUL);
        String id = newId();
        ax().submit(task(id, CONTROLS, target, "\"retry\":{\"maxRetries\":1,\"initialDelay\":\"0s\"}"));

        assertFailedReadably(id, 2);
        assertThat(sink().calls("/controls"))
                .allSatisfy(call -> assertThat(call.body()).contains("\"payload\":" + CONTROLS));
    }

    @Test
    void anExceptionFullOfControlCharactersEndsItsTaskLikeAnyOther() {
        String id = newId();
        ax().submit("{\"id\":\"" + id
                + "\",\"type\":\"harmful\",\"retry\":{\"maxRetries\":1,\"initialDelay\":\"0s\"}}");

        assertFailedReadably(id, 2);
    }

    @Test
    void wordsOfAllLanguagesArriveAndAreFoundAgain() throws InterruptedException {
        String id = newId();
        ax().submit("{\"id\":\"" + id + "\",\"type\":\"chinese\",\"payload\":" + WORDS
                + ",\"labels\":{\"name\":\"订单关闭😀\"},\"retry\":{\"maxRetries\":0}}");

        JsonObject task = ax().ended(id);
        assertThat(task.getJsonObject("labels").getString("name")).isEqualTo("订单关闭😀");
        assertThat(task.getJsonObject("payload")).isEqualTo(new JsonObject(WORDS));
        assertThat(task.getString("lastError")).contains("失败：超时");
        assertThat(ax().get("/v1/tasks?label=" + Client.encoded("name:订单关闭😀"))
                        .expect(200)
                        .items())
                .extracting(item -> item.getString("id"))
                .containsExactly(id);
        assertThat(ax().get("/v1/dead-letters?type=chinese").expect(200).items())
                .singleElement()
                .satisfies(dead -> assertThat(dead.getString("lastError")).contains("失败：超时"));
        assertThat(alertOf(id).getString("error")).contains("失败：超时");
        assertThat(ax().post("/v1/tasks", "{\"type\":\"ax.noop\",\"labels\":{\"名称\":\"x\"}}")
                        .expectProblem(400)
                        .pointers())
                .allSatisfy(pointer -> assertThat(pointer).startsWith("/labels"));
    }

    @Test
    void wordsOfAllLanguagesReachTheTargetByteForByte() throws InterruptedException {
        String target = sink().on("/words", 200);

        ax().submit(task(newId(), WORDS, target, "\"priority\":2"));

        assertThat(sink().next("/words").body()).contains("\"payload\":" + WORDS);
    }

    @Test
    void theLimitCountsBytesNotCharacters() {
        ax().post("/v1/tasks", echo("x".repeat(LIMIT - 3))).expect(201);
        ax().post("/v1/tasks", echo("x".repeat(LIMIT - 2))).expect(201);
        ax().post("/v1/tasks", echo("x".repeat(LIMIT - 1))).expectProblem(413);
        ax().post("/v1/tasks", echo("中".repeat(22_000))).expectProblem(413);
    }

    @Test
    void aBatchOfTooManyIsRefusedAsAWhole() {
        String type = "too-many-" + System.nanoTime();
        String[] lines = new String[10_001];
        Arrays.fill(lines, "{\"type\":\"" + type + "\",\"delay\":\"1h\"}");

        ax().submitLines(lines).expectProblem(413);

        assertThat(ax().get("/v1/tasks?type=" + type).expect(200).items()).isEmpty();
        ax().get("/health/ready").expect(200);
    }

    private void assertFailedReadably(String id, int attempts) {
        JsonObject task = ax().ended(id);
        assertThat(task.getString("state")).isEqualTo("FAILED");
        assertThat(task.getInteger("attempt")).isEqualTo(attempts);
        assertThat(task.getString("lastError")).isNotBlank();
        assertThat(ax().outcomes(id)).hasSize(attempts);
        assertThat(ax().get(Client.path(id) + "/history").response().body().chars())
                .noneMatch(c -> c < ' ' && c != '\n' && c != '\t');
    }

    private static String task(String id, String payload, String target, String more) {
        return "{\"id\":\"" + id + "\",\"type\":\"push\",\"payload\":" + payload + ",\"target\":" + target + "," + more
                + "}";
    }

    private static String echo(String text) {
        return "{\"type\":\"ax.noop\",\"delay\":\"1h\",\"payload\":\"" + text + "\"}";
    }
}
