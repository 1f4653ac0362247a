package dev.ax.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.StoreClock;
import dev.ax.config.LimitsConfig;
import dev.ax.contract.TaskDefaults;
import dev.ax.contract.TaskParser;
import dev.ax.scheduler.FakeScheduler;
import dev.ax.store.Actor;
import dev.ax.store.StoreException;
import dev.ax.task.RetryPolicy;
import dev.ax.task.TaskState;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BusVerticleTest {
    private static final String NUMBERS = "{\"a\":130775545883395173,\"b\":15947634569000323,\"c\":9007199254740993,"
            + "\"d\":0.10,\"e\":1e400,\"f\":-0,\"g\":12345678901234567890123}";

    private final Vertx vertx = Vertx.vertx();
    private final FakeScheduler scheduler = new FakeScheduler();

    @BeforeEach
    void deploy() throws Exception {
        TaskParser parser = new TaskParser(
                new TaskDefaults(RetryPolicy.DEFAULT, 0),
                new LimitsConfig(64 * 1024, 10_000, 16 * 1024 * 1024),
                () -> ThreadLocalRandom.current().nextLong());
        vertx.deployVerticle(new BusVerticle(scheduler, parser, new FixedClock()))
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aSubmissionIsAnsweredWithTheTask() {
        JsonObject task = request(BusVerticle.SUBMIT, task("order:close:1"));

        assertThat(task.getString("id")).isEqualTo("order:close:1");
        assertThat(task.getString("state")).isEqualTo("PENDING");
        assertThat(request(BusVerticle.SUBMIT, task("order:close:1"))).isEqualTo(task);
        assertThat(request(BusVerticle.GET, new JsonObject().put("id", "order:close:1")))
                .isEqualTo(task);
    }

    @Test
    void anotherTaskUnderAKnownIdIsAConflict() {
        request(BusVerticle.SUBMIT, task("taken"));
        JsonObject problem = refused(BusVerticle.SUBMIT, task("taken").put("priority", 1), 409);

        assertThat(problem.getString("state")).isEqualTo("PENDING");
    }

    @Test
    void everyFaultIsListed() {
        JsonObject problem =
                refused(BusVerticle.SUBMIT, new JsonObject().put("priority", 9).put("prioritty", 1), 400);

        assertThat(problem.getJsonArray("errors").stream().map(f -> ((JsonObject) f).getString("pointer")))
                .contains("/priority", "/prioritty", "/type");
    }

    @Test
    void aPayloadSentAsTextIsKeptByteForByte() {
        String body = "{\"id\":\"text\",\"type\":\"t\",\"payload\":" + NUMBERS + "}";
        JsonObject task = request(BusVerticle.SUBMIT, Buffer.buffer(body));
        request(BusVerticle.SUBMIT, body);

        assertThat(new String(scheduler.task("text").spec().payload(), StandardCharsets.UTF_8))
                .isEqualTo(NUMBERS);
        JsonObject payload = task.getJsonObject("payload");
        assertThat(payload.getValue("a")).isEqualTo(130775545883395173L);
        assertThat(payload.getValue("d")).isEqualTo(0.1);
        assertThat(payload.getValue("e")).isEqualTo(new BigDecimal("1e400"));
        assertThat(payload.getValue("g")).isEqualTo(new BigInteger("12345678901234567890123"));
    }

    @Test
    void aPayloadSentAsObjectKeepsItsNumbers() {
        JsonObject payload = new JsonObject()
                .put("a", 130775545883395173L)
                .put("c", 9007199254740993L)
                .put("d", 0.1)
                .put("g", new BigInteger("12345678901234567890123"))
                .put("list", new JsonArray().add(-0.0).add(1.5f));
        JsonObject task = request(BusVerticle.SUBMIT, task("object").put("payload", payload));

        assertThat(new String(scheduler.task("object").spec().payload(), StandardCharsets.UTF_8))
                .contains("130775545883395173", "9007199254740993", "12345678901234567890123");
        assertThat(task.getJsonObject("payload").getLong("a")).isEqualTo(130775545883395173L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aNumberThatJsonCannotHoldIsRefused(double number) {
        JsonObject payload = new JsonObject().put("list", new JsonArray().add(1).add(number));
        JsonObject problem = refused(BusVerticle.SUBMIT, task("nan").put("payload", payload), 400);

        assertThat(problem.encode()).contains("/payload/list/1");
        assertThat(scheduler.task("nan")).isNull();
    }

    @Test
    void halfACharacterIsRefused() {
        refused(BusVerticle.SUBMIT, task("half").put("payload", "\uD800"), 400);
        assertThat(scheduler.task("half")).isNull();
    }

    @Test
    void aPayloadOverTheLimitIsTooLarge() {
        refused(BusVerticle.SUBMIT, task("large").put("payload", "x".repeat(65_535)), 413);
        request(BusVerticle.SUBMIT, task("fits").put("payload", "x".repeat(65_534)));
    }

    @Test
    void whatIsNoTaskIsRefused() {
        refused(BusVerticle.SUBMIT, 7, 400);
        refused(BusVerticle.SUBMIT, null, 400);
        refused(BusVerticle.SUBMIT, "{", 400);
        refused(BusVerticle.SUBMIT, Buffer.buffer(new byte[] {(byte) 0xff}), 400);
    }

    @ParameterizedTest
    @CsvSource({
        "ax.tasks.cancel,PENDING,CANCELED,cancel",
        "ax.tasks.runNow,PENDING,READY,runNow",
        "ax.tasks.replay,FAILED,PENDING,replay"
    })
    void anActionIsDoneAndSignedByTheBus(String address, TaskState from, TaskState to, String action) {
        request(BusVerticle.SUBMIT, task("acted"));
        scheduler.move("acted", from);
        JsonObject task = request(address, new JsonObject().put("id", "acted").put("reason", "paid"));

        assertThat(task.getString("state")).isEqualTo(to.name());
        assertThat(scheduler.calls(FakeScheduler.Acted.class))
                .containsExactly(new FakeScheduler.Acted(action, "acted", new Actor("bus", "paid")));
    }

    @ParameterizedTest
    @CsvSource({"ax.tasks.cancel,SUCCEEDED", "ax.tasks.runNow,READY", "ax.tasks.replay,PENDING"})
    void anActionThatTheStateForbidsIsAConflict(String address, TaskState state) {
        request(BusVerticle.SUBMIT, task("forbidden"));
        scheduler.move("forbidden", state);
        JsonObject problem = refused(address, new JsonObject().put("id", "forbidden"), 409);

        assertThat(problem.getString("state")).isEqualTo(state.name());
        assertThat(problem.getLong("version")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ax.tasks.get", "ax.tasks.cancel", "ax.tasks.runNow", "ax.tasks.replay"})
    void anUnknownOrMissingIdIsSaid(String address) {
        refused(address, new JsonObject().put("id", "nowhere"), 404);
        refused(address, new JsonObject(), 400);
        refused(address, new JsonObject().put("id", 7), 400);
        refused(address, new JsonObject().put("id", "x").put("ids", 1), 400);
        refused(address, "[]", 400);
    }

    @Test
    void aStoreThatIsAwayIsUnavailableAndAFaultLeaksNothing() {
        scheduler.failWith(new StoreException(StoreException.Kind.UNAVAILABLE, "hunter2", null));
        refused(BusVerticle.SUBMIT, task("x"), 503);
        scheduler.failWith(new IllegalStateException("hunter2"));
        JsonObject problem = refused(BusVerticle.SUBMIT, task("x"), 500);

        assertThat(problem.encode()).doesNotContain("hunter2");
    }

    @Test
    void aNumberBeyondAllMeasureIsSaidToBeSo() {
        String body = "{\"id\":\"huge\",\"type\":\"t\",\"payload\":1e99999999999}";

        refused(BusVerticle.SUBMIT, body, 400);
    }

    private static JsonObject task(String id) {
        return new JsonObject().put("id", id).put("type", "t").put("delay", "1h");
    }

    private JsonObject request(String address, Object body) {
        try {
            return (JsonObject) send(address, body);
        } catch (ExecutionException refused) {
            throw new AssertionError(refused.getCause().getMessage(), refused);
        }
    }

    /** The problem that a message is failed with. */
    private JsonObject refused(String address, Object body, int status) {
        try {
            throw new AssertionError("not refused: " + send(address, body));
        } catch (ExecutionException refused) {
            ReplyException reply = (ReplyException) refused.getCause();
            assertThat(reply.failureCode()).as(reply.getMessage()).isEqualTo(status);
            JsonObject problem = new JsonObject(reply.getMessage());
            assertThat(problem.getInteger("status")).isEqualTo(status);
            return problem;
        }
    }

    private Object send(String address, Object body) throws ExecutionException {
        try {
            return vertx.eventBus()
                    .request(address, body)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS)
                    .body();
        } catch (InterruptedException | java.util.concurrent.TimeoutException fault) {
            throw new AssertionError("no reply", fault);
        }
    }

    private static final class FixedClock implements StoreClock {
        @Override
        public long nowMs() {
            return 1_795_000_000_000L;
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }
}
