package dev.ax.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.node.AxNode;
import dev.ax.scheduler.Scheduler;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Runs what the README shows of embedding, without waiting the half hour. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CloseOrderExampleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Queue<String> closed = new ConcurrentLinkedQueue<>();
    private Vertx vertx;
    private AxNode node;
    private Scheduler scheduler;
    private CloseOrderExample shop;

    @BeforeAll
    void start() {
        vertx = Vertx.vertx();
        node = await(AxNode.start(
                vertx,
                TestConfigs.standalone(RedisServers.shared().url()),
                started -> shop = new CloseOrderExample(started, closed::add)));
        scheduler = node.scheduler();
    }

    @AfterAll
    void stop() {
        await(node.stop());
        vertx.close().await();
    }

    @Test
    void anOrderThatIsNotPaidIsClosedWhenItsTimeComes() {
        Task placed = await(shop.placed("123456"));
        assertThat(placed.id()).isEqualTo("order:close:123456");
        assertThat(placed.state()).isEqualTo(TaskState.PENDING);
        assertThat(placed.runAtMs() - placed.spec().createdAtMs())
                .isEqualTo(Duration.ofMinutes(30).toMillis());

        await(scheduler.runNow(placed.id(), Actor.embedded("half an hour is long for a test")));

        Task ended = await(scheduler.awaitEnd(placed.id(), PATIENCE));
        assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(new String(ended.result(), StandardCharsets.UTF_8)).isEqualTo("{\"closed\":\"123456\"}");
        assertThat(closed).containsOnlyOnce("123456");
    }

    @Test
    void anOrderThatIsPaidIsNotClosed() {
        await(shop.placed("654321"));

        assertThat(await(shop.paid("654321"))).isInstanceOf(ActionResult.Done.class);

        String id = CloseOrderExample.taskId("654321");
        assertThat(await(scheduler.runNow(id, Actor.embedded("too late")))).isInstanceOf(ActionResult.Forbidden.class);
        assertThat(await(scheduler.get(id)).state()).isEqualTo(TaskState.CANCELED);
        assertThat(closed).doesNotContain("654321");
    }

    @Test
    void anOrderThatIsPlacedTwiceIsOneTask() {
        Task first = await(shop.placed("777"));
        Task second = await(shop.placed("777"));

        assertThat(second.spec().createdAtMs()).isEqualTo(first.spec().createdAtMs());
        assertThat(second.version()).isEqualTo(first.version());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }
}
