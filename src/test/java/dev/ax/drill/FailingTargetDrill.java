package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import dev.ax.node.AxNode;
import dev.ax.scheduler.TaskRequest;
import dev.ax.store.Actor;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A target that answers 500, under the retry policy that tasks have unless they say otherwise: 10, 20 and 40 s ± 20 %. */
final class FailingTargetDrill implements AutoCloseable {
    private static final String ID = "order:notify:1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LONGEST = Duration.ofSeconds(100);

    /** The waits are counted from the end of a run, and a start may be late by scheduling on a busy machine. */
    private static final Duration LATE = Duration.ofMillis(500);

    private static final List<Duration> BACKOFFS =
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(40));

    private final List<Long> callsNanos = new CopyOnWriteArrayList<>();
    private final List<JsonObject> alerts = new CopyOnWriteArrayList<>();
    private final RedisServer redis = RedisServers.start("appendonly yes");
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer target;
    private volatile int status = 500;

    private FailingTargetDrill() throws IOException {
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        target.createContext("/", this::answer);
        target.start();
        vertx.eventBus().<JsonObject>consumer("ax.alerts", message -> alerts.add(message.body()));
    }

    static void run() throws IOException {
        try (FailingTargetDrill drill = new FailingTargetDrill()) {
            drill.failAndReplay();
        }
    }

    private void failAndReplay() {
        AxNode node = await(AxNode.start(vertx, config()));
        String url = "http://127.0.0.1:" + target.getAddress().getPort() + "/";
        JsonObject http = new JsonObject().put("http", new JsonObject().put("url", url));
        await(node.scheduler().submit(TaskRequest.of("notify").id(ID).put("target", http)));

        Task failed = node.scheduler().awaitEnd(ID, LONGEST).await().atMost(LONGEST.plusSeconds(5));
        assertThat(failed.state()).as("%s after %s", failed, callsNanos).isEqualTo(TaskState.FAILED);
        assertThat(callsNanos).hasSize(1 + BACKOFFS.size());
        for (int i = 0; i < BACKOFFS.size(); i++) {
            Duration gap = Duration.ofNanos(callsNanos.get(i + 1) - callsNanos.get(i));
            Duration backoff = BACKOFFS.get(i);
            assertThat(gap)
                    .as("wait before retry %d", i + 1)
                    .isBetween(
                            backoff.multipliedBy(8).dividedBy(10),
                            backoff.multipliedBy(12).dividedBy(10).plus(LATE));
        }
        Await.until(PATIENCE, () -> !deadLetters().isEmpty(), () -> "no alert among " + alerts);

        status = 200;
        await(node.scheduler().replay(ID, Actor.embedded("mended")));
        Task replayed = await(node.scheduler().awaitEnd(ID, PATIENCE));
        assertThat(replayed.state()).as("%s", replayed).isEqualTo(TaskState.SUCCEEDED);
        assertThat(replayed.attempt()).isEqualTo(failed.attempt() + 1);
        assertThat(callsNanos).hasSize(2 + BACKOFFS.size());
        await(node.stop());
        assertThat(deadLetters()).as("alerts of one dead letter").hasSize(1);
        assertThat(deadLetters().get(0).getInteger("attempts")).isEqualTo(1 + BACKOFFS.size());
    }

    private List<JsonObject> deadLetters() {
        return alerts.stream()
                .filter(alert -> ID.equals(alert.getString("taskId")))
                .toList();
    }

    private AxConfig config() {
        Map<String, String> values = Map.of(
                "name", "drill",
                "node-id", "node-a",
                "http.enabled", "false",
                "redis.url", redis.url(),
                "targets.allow", "http://127.0.0.1:*");
        return new ConfigLoader(Map.of(), Map.of())
                .overrides("test", values)
                .load()
                .config();
    }

    private void answer(HttpExchange exchange) throws IOException {
        callsNanos.add(System.nanoTime());
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    @Override
    public void close() {
        vertx.close().await();
        target.stop(0);
        redis.close();
    }
}
