package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import dev.ax.node.AxNode;
import dev.ax.scheduler.Scheduler;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * A node of its own for a class of tests, with leases short enough to see them end, and an executor beside it. Handlers
 * that a class needs are registered in {@link #handlers}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NodeFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String name = "field-" + UUID.randomUUID().toString().substring(0, 8);
    private final BlockingQueue<JsonObject> alerts = new LinkedBlockingQueue<>();
    private Vertx vertx;
    private AxNode node;
    private Sink sink;
    private Client client;

    @BeforeAll
    void startNode() {
        sink = new Sink();
        vertx = Vertx.vertx();
        vertx.eventBus().<JsonObject>consumer("ax.alerts", message -> alerts.add(message.body()));
        node = AxNode.start(vertx, config(), this::handlers).await().atMost(PATIENCE);
        client = new Client(node.httpPort());
    }

    @AfterAll
    void stopNode() {
        if (node != null) {
            node.stop().await().atMost(PATIENCE);
        }
        vertx.close().await();
        sink.close();
    }

    /** Registers what the tests of the class need beside the built-in handlers. */
    void handlers(Scheduler scheduler) {}

    /** Configuration beside that of the fixture, or instead of it. */
    Map<String, String> settings() {
        return Map.of();
    }

    /** The node's Redis: shared with other classes, unless a class brings its own to do things to it. */
    RedisServer redis() {
        return RedisServers.shared();
    }

    /** What a key of the node's only group is called in Redis. */
    String key(String name) {
        return "{" + this.name + ":0}:" + name;
    }

    Client ax() {
        return client;
    }

    Sink sink() {
        return sink;
    }

    /** The next alert that names the task. Alerts come in the order of their making. */
    JsonObject alertOf(String id) throws InterruptedException {
        while (true) {
            JsonObject alert = alerts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(alert).as("an alert of %s", id).isNotNull();
            if (id.equals(alert.getString("taskId"))) {
                return alert;
            }
        }
    }

    /** An id that no other test uses. */
    static String newId() {
        return "field:" + UUID.randomUUID();
    }

    private AxConfig config() {
        Map<String, String> values = new HashMap<>(Map.of(
                "name", name,
                "node-id", "field",
                "http.port", "0",
                "redis.url", redis().url(),
                "scheduler.lock-expire", "3s",
                "scheduler.lock-renew-interval", "1s",
                "worker.builtin-handlers", "true",
                "worker.drain-timeout", "1s",
                "targets.allow", "http://127.0.0.1:*"));
        values.putAll(settings());
        return new ConfigLoader(Map.of(), Map.of())
                .overrides("test", values)
                .load()
                .config();
    }
}
