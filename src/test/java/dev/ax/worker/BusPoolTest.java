package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.ClaimedTask;
import dev.ax.task.Outcome;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BusPoolTest {
    private static final String ADDRESS = "orders.close";

    private Vertx vertx;
    private BusPool pool;
    private SlotWatch slots;

    @BeforeEach
    void open() {
        vertx = Vertx.vertx();
        pool = new BusPool(vertx, Runs.config());
        slots = new SlotWatch(pool);
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void messageHoldsTheTaskAndTheReplyBecomesTheResult() throws Exception {
        CompletableFuture<JsonObject> received = new CompletableFuture<>();
        vertx.eventBus().<JsonObject>consumer(ADDRESS, message -> {
            received.complete(message.body());
            message.reply(new JsonObject().put("ok", true));
        });
        String payload = "{\"备注\":\"测试😀\",\"i\":1,\"l\":1796000000123456,\"b\":123456789012345678901234567890,"
                + "\"d\":0.1,\"e\":1E2,\"z\":-0.0,\"a\":[null,true,false,{}]}";
        FakeSink sink = run(payload, Runs.LONG);

        assertThat(sink.awaitSuccess().result()).asString().isEqualTo("{\"ok\":true}");
        JsonObject body = received.join();
        assertThat(body.fieldNames())
                .containsExactly(
                        "taskId",
                        "type",
                        "payload",
                        "attempt",
                        "retry",
                        "maxRetries",
                        "token",
                        "scheduledFor",
                        "shard");
        assertThat(body.getLong("token")).isEqualTo(Runs.TOKEN);
        assertThat(body.getString("scheduledFor")).isEqualTo("2026-11-30T00:53:20.123Z");
        JsonObject value = body.getJsonObject("payload");
        assertThat(value.getString("备注")).isEqualTo("测试😀");
        assertThat(value.getValue("l")).isEqualTo(1796000000123456L);
        assertThat(value.getValue("b")).isEqualTo(new BigInteger("123456789012345678901234567890"));
        assertThat(value.getValue("d")).isEqualTo(0.1);
        assertThat(value.getValue("e")).isEqualTo(100.0);
        assertThat(value.getJsonArray("a"))
                .isEqualTo(new JsonArray().addNull().add(true).add(false).add(new JsonObject()));
        slots.awaitAllFree();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e400",
                "-1e400",
                "[0.12345678901234567890123]",
                "{\"n\":12345678901234567890.5}",
                "1e-400",
                "1e-99999999999",
                "1e99999999999"
            })
    void numberThatAMessageCannotHoldIsAPermanentFailure(String payload) throws Exception {
        vertx.eventBus().consumer(ADDRESS, message -> message.reply(1));
        Outcome.Failed failed = run(payload, Runs.LONG).awaitFailure();

        assertThat(failed.permanent()).isTrue();
        assertThat(failed.error()).contains("event bus");
        slots.awaitAllFree();
    }

    @Test
    void absentPayloadIsNull() {
        vertx.eventBus()
                .<JsonObject>consumer(
                        ADDRESS, message -> message.reply(message.body().containsKey("payload")));

        assertThat(run(null, Runs.LONG).awaitSuccess().result()).asString().isEqualTo("true");
    }

    @Test
    void everyKindOfReplyIsTaken() {
        List<Object> replies = new ArrayList<>(List.of("失败", 1.5, true, new JsonArray().add(1), Buffer.buffer("[2]")));
        replies.add(null);
        replies.add(Buffer.buffer("not json"));
        List<Object> left = new ArrayList<>(replies);
        vertx.eventBus().consumer(ADDRESS, message -> message.reply(left.remove(0)));
        List<Object> results = new ArrayList<>();
        for (int i = 0; i < replies.size(); i++) {
            Outcome.Succeeded succeeded = run("1", Runs.LONG).awaitSuccess();
            results.add(
                    succeeded.result() == null
                            ? succeeded.resultOmitted()
                            : Buffer.buffer(succeeded.result()).toString());
        }
        assertThat(results).containsExactly("\"失败\"", "1.5", "true", "[1]", "[2]", false, true);
    }

    @ParameterizedTest
    @CsvSource({
        "400, true",
        "404, true",
        "499, true",
        "408, false",
        "409, false",
        "425, false",
        "429, false",
        "500, false",
        "0, false",
        "-1, false",
        "399, false"
    })
    void failureCodeSaysWhetherItIsPermanent(int code, boolean permanent) {
        vertx.eventBus().consumer(ADDRESS, message -> message.fail(code, "失败\u0000"));
        Outcome.Failed failed = run("1", Runs.LONG).awaitFailure();

        assertThat(failed.permanent()).isEqualTo(permanent);
        assertThat(failed.error()).isEqualTo("the consumer failed with code " + code + ": 失败\u0000");
    }

    @Test
    void addressWithoutAConsumerIsRetried() {
        Outcome.Failed failed = run("1", Runs.LONG).awaitFailure();

        assertThat(failed).isEqualTo(Outcome.Failed.retryable("nothing listens at " + ADDRESS));
    }

    @Test
    void silenceIsTimedOut() throws Exception {
        vertx.eventBus().consumer(ADDRESS, message -> {});
        Duration timeout = Duration.ofMillis(100);

        assertThat(run("1", timeout).await()).isEqualTo(new Outcome.TimedOut(timeout));
        slots.awaitAllFree();
    }

    @Test
    void replyAfterTheLeaseIsGoneIsNotHeard() throws Exception {
        CompletableFuture<Message<Object>> received = new CompletableFuture<>();
        vertx.eventBus().consumer(ADDRESS, received::complete);
        FakeGuard guard = new FakeGuard();
        FakeSink sink = new FakeSink();
        pool.run(Runs.bus(ADDRESS, "1", Runs.LONG), guard, sink);
        Message<Object> message = received.get(30, TimeUnit.SECONDS);
        guard.take();

        assertThat(sink.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        slots.awaitAllFree();
        message.reply(1);
        assertThat(sink.calls).hasValue(1);
    }

    @Test
    void poolThatClosesHandsBackWhatRuns() throws Exception {
        vertx.eventBus().consumer(ADDRESS, message -> {});
        FakeSink sink = run("1", Runs.LONG);
        pool.close();

        assertThat(sink.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        slots.awaitAllFree();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sinkIsCalledExactlyOnceHoweverTheEndsRace(long seed) throws Exception {
        Random random = new Random(seed);
        vertx.eventBus().<JsonObject>consumer(ADDRESS, message -> {
            int delayMs = message.body().getInteger("payload");
            vertx.setTimer(1 + delayMs, t -> message.reply(1));
        });
        List<FakeSink> sinks = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            FakeGuard guard = new FakeGuard();
            FakeSink sink = new FakeSink();
            sinks.add(sink);
            ClaimedTask task = Runs.bus(ADDRESS, "" + random.nextInt(5), Duration.ofMillis(1 + random.nextInt(5)));
            pool.run(task, guard, sink);
            if (random.nextInt(3) == 0) {
                vertx.setTimer(1 + random.nextInt(5), t -> guard.take());
            }
        }
        slots.awaitAllFree();

        sinks.forEach(FakeSink::await);
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.calls).hasValue(1));
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 10);
    }

    private FakeSink run(String payload, Duration timeout) {
        FakeSink sink = new FakeSink();
        pool.run(Runs.bus(ADDRESS, payload, timeout), new FakeGuard(), sink);
        return sink;
    }
}
