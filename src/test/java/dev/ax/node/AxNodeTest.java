package dev.ax.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ax.config.AxConfig;
import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskRequest;
import dev.ax.store.SettingsMismatchException;
import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whole nodes on a real Redis. */
@ExtendWith(VertxExtension.class)
class AxNodeTest {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Duration DRAIN = Duration.ofSeconds(20);
    private static final String TYPE = "order.close";

    @Test
    void aTaskRunsWhenItIsDueAndNotBefore(Vertx vertx) {
        AxNode node = start(vertx, NodeConfigs.of(DRAIN), scheduler -> scheduler.register(TYPE, context -> "closed"));
        await(node.scheduler().submit(TaskRequest.of(TYPE).id("order:close:1").delay(Duration.ofSeconds(1))));
        Task ended = await(node.scheduler().awaitEnd("order:close:1", WAIT));
        assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(ended.startedAtMs()).isGreaterThanOrEqualTo(ended.runAtMs());
        assertThat(ended.node()).isEqualTo(node.config().nodeId());
        await(node.stop());
    }

    @Test
    void whatWaitedWhileNoNodeRanIsRunByTheNextOne(Vertx vertx) {
        AxConfig config = NodeConfigs.of(DRAIN);
        AxNode first = start(vertx, config, scheduler -> {});
        await(first.scheduler().submit(TaskRequest.of(TYPE).id("waits").delay(Duration.ofMillis(500))));
        await(first.stop());
        AxNode second = start(vertx, config, scheduler -> scheduler.register(TYPE, context -> null));
        assertThat(await(second.scheduler().awaitEnd("waits", WAIT)).state()).isEqualTo(TaskState.SUCCEEDED);
        await(second.stop());
    }

    @Test
    void aNodeThatStopsLetsItsWorkEndAndTakesUpNoMore(Vertx vertx) throws Exception {
        AxConfig config = NodeConfigs.of(DRAIN);
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AxNode node = start(vertx, config, scheduler -> scheduler.register(TYPE, context -> {
            runs.countDown();
            mayEnd.await();
            return "done";
        }));
        await(node.scheduler().submit(TaskRequest.of(TYPE).id("runs")));
        assertThat(runs.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stopped = node.stop().subscribeAsCompletionStage();
        assertThat(node.notReady()).anyMatch(fault -> fault.contains("draining"));
        assertThat(get(node, "/health/ready").statusCode()).isEqualTo(503);
        mayEnd.countDown();
        stopped.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        await(node.stop());
        look(vertx, config, scheduler -> {
            Task task = await(scheduler.get("runs"));
            assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(task.attempt()).isEqualTo(1);
        });
    }

    @Test
    void whatRunsLongerThanTheDrainIsGivenBackWithoutARetry(Vertx vertx) throws Exception {
        AxConfig config = NodeConfigs.of(Duration.ofMillis(200));
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        AxNode node = start(vertx, config, scheduler -> scheduler.register(TYPE, context -> {
            runs.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stop) {
                interrupted.countDown();
            }
            return null;
        }));
        await(node.scheduler().submit(TaskRequest.of(TYPE).id("long")));
        assertThat(runs.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await(node.stop());
        assertThat(interrupted.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        look(vertx, config, scheduler -> {
            Task task = await(scheduler.get("long"));
            assertThat(task.retry()).isZero();
            assertThat(task.state()).isIn(TaskState.PENDING, TaskState.READY);
            assertThat(outcomes(scheduler, "long")).containsExactly(AttemptStatus.RELEASED);
        });
    }

    @Test
    void aYoungerNodeOfTheSameIdReplacesTheOlder(Vertx vertx) throws Exception {
        AxConfig config = NodeConfigs.of(DRAIN);
        AxNode older = start(vertx, config, scheduler -> {});
        CompletableFuture<Void> replaced = new CompletableFuture<>();
        older.onReplaced(() -> replaced.complete(null));
        Vertx other = Vertx.vertx();
        try {
            AxNode younger = start(other, config, scheduler -> {});
            replaced.get(WAIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(older.notReady()).anyMatch(fault -> fault.contains("younger"));
            assertThat(younger.notReady()).isEmpty();
            await(older.stop());
            await(younger.stop());
        } finally {
            other.close().await(WAIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void aNodeThatCannotShareTheStoreSaysWhyAndLeavesNothingOpen(Vertx vertx) {
        AxConfig config = NodeConfigs.of(DRAIN);
        AxNode node = start(vertx, config, scheduler -> {});
        assertThatThrownBy(() -> start(vertx, NodeConfigs.named(NodeConfigs.mismatched(config), "node-2"), s -> {}))
                .isInstanceOf(SettingsMismatchException.class)
                .hasMessageContaining("16");
        await(node.stop());
    }

    @Test
    void aFaultOfTheApplicationEndsTheStart(Vertx vertx) {
        assertThatThrownBy(() -> start(vertx, NodeConfigs.of(DRAIN), scheduler -> {
                    throw new IllegalStateException("no database");
                }))
                .hasMessageContaining("no database");
    }

    @Test
    void aReadyNodeSaysSo(Vertx vertx) throws Exception {
        AxNode node = start(vertx, NodeConfigs.of(DRAIN), scheduler -> {});
        assertThat(node.notReady()).isEmpty();
        assertThat(get(node, "/health/ready").statusCode()).isEqualTo(200);
        assertThat(get(node, "/metrics").body()).contains("ax_slots_free");
        await(node.stop());
    }

    private static AxNode start(Vertx vertx, AxConfig config, Consumer<Scheduler> beforeStart) {
        return await(AxNode.start(vertx, config, beforeStart));
    }

    /** Looks by another node, which has no handlers. */
    private static void look(Vertx vertx, AxConfig config, Consumer<Scheduler> check) {
        AxNode observer = start(vertx, NodeConfigs.named(config, "observer"), scheduler -> {});
        check.accept(observer.scheduler());
        await(observer.stop());
    }

    private static List<AttemptStatus> outcomes(Scheduler scheduler, String id) {
        return await(scheduler.history(id)).items().stream()
                .map(History.Line::outcome)
                .filter(Objects::nonNull)
                .toList();
    }

    private static HttpResponse<String> get(AxNode node, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + node.httpPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(WAIT);
    }
}
