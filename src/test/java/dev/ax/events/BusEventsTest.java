package dev.ax.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.metrics.AxMetrics;
import dev.ax.task.AttemptStatus;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BusEventsTest {
    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BusEvents events = new BusEvents(vertx, new AxMetrics(meters));
    private final BlockingQueue<JsonArray> messages = new LinkedBlockingQueue<>();

    @BeforeEach
    void listen() {
        vertx.eventBus()
                .<JsonObject>consumer(
                        "ax.events", message -> messages.add(message.body().getJsonArray("events")))
                .completion()
                .await();
    }

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void aTransitionIsToldInFull() throws Exception {
        events.onTransitions(List.of(new Transition(
                1_796_043_679_120L,
                "order:close:1",
                "order.close",
                "default",
                TaskState.RUNNING,
                TaskState.PENDING,
                2,
                AttemptStatus.FAILED,
                "n1",
                "retry 2 of 3")));

        assertThat(next())
                .containsExactly(new JsonObject()
                        .put("at", "2026-11-30T13:01:19.120Z")
                        .put("id", "order:close:1")
                        .put("type", "order.close")
                        .put("queue", "default")
                        .put("from", "RUNNING")
                        .put("to", "PENDING")
                        .put("attempt", 2)
                        .put("outcome", "FAILED")
                        .put("node", "n1")
                        .put("reason", "retry 2 of 3"));
    }

    @Test
    void whatIsNotKnownIsNull() throws Exception {
        events.onTransitions(List.of(submission("a")));

        JsonObject event = next().getJsonObject(0);
        assertThat(event.getMap()).containsEntry("from", null).containsEntry("outcome", null);
        assertThat(event.getString("at")).isEqualTo("1970-01-01T00:00:00.000Z");
    }

    @Test
    void aMessageHoldsAHundredAtMostAndOrderIsKept() throws Exception {
        events.onTransitions(
                IntStream.range(0, 250).mapToObj(i -> submission("task-" + i)).toList());

        JsonArray first = next();
        JsonArray second = next();
        JsonArray third = next();
        assertThat(first).hasSize(100);
        assertThat(second).hasSize(100);
        assertThat(third).hasSize(50);
        assertThat(first.getJsonObject(0).getString("id")).isEqualTo("task-0");
        assertThat(third.getJsonObject(49).getString("id")).isEqualTo("task-249");
    }

    @Test
    void whatIsMadeInOneTurnTravelsTogetherAndIsCounted() throws Exception {
        vertx.runOnContext(ignored -> {
            BusEvents ofThisLoop = new BusEvents(vertx, new AxMetrics(meters));
            ofThisLoop.onTransitions(List.of(submission("a")));
            ofThisLoop.onTransitions(List.of());
            ofThisLoop.onTransitions(List.of(submission("b"), submission("c")));
        });

        assertThat(next()).hasSize(3);
        assertThat(meters.get("ax.transitions")
                        .tag("from", "NONE")
                        .tag("to", "PENDING")
                        .counter()
                        .count())
                .isEqualTo(3);
    }

    private JsonArray next() throws InterruptedException {
        JsonArray message = messages.poll(10, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return message;
    }

    private static Transition submission(String id) {
        return new Transition(0, id, "mail", "default", null, TaskState.PENDING, 0, null, null, null);
    }
}
