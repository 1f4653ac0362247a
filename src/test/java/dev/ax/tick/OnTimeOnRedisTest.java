package dev.ax.tick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.ClockRefresher;
import dev.ax.clock.EstimatedStoreClock;
import dev.ax.clock.NanoClock;
import dev.ax.config.AxConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.promoter.PromoterVerticle;
import dev.ax.promoter.WheelFeed;
import dev.ax.store.RedisStore;
import dev.ax.store.StoreListener;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clock, promoter, wheel and tick over a real store: READY comes soon after the due instant, and never before it. */
class OnTimeOnRedisTest {
    private static final int TASKS = 1_000;
    private static final long GAP_MS = 2; // 500 a second
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Vertx vertx = Vertx.vertx();
    private final Vertx own = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Map<String, Long> dueMs = new ConcurrentHashMap<>();
    private final Map<String, Long> latenessMs = new ConcurrentHashMap<>();
    private final CountDownLatch ready = new CountDownLatch(TASKS);
    private final AxMetrics metrics = new AxMetrics(new SimpleMeterRegistry());
    private volatile WheelFeed feed = (partition, instantMs) -> {};
    private RedisStore store;
    private EstimatedStoreClock clock;

    @AfterEach
    void close() throws Exception {
        own.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        store.close().await().atMost(PATIENCE);
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void everyTaskIsReadySoonAfterItsDueInstantAndNoneBefore() throws Exception {
        open();
        long firstMs = clock.nowMs() + 700;
        List<TaskSpec> specs = new ArrayList<>(TASKS);
        for (int i = 0; i < TASKS; i++) {
            specs.add(task("on-time-" + i, firstMs + i * GAP_MS));
        }
        store.submit(specs).await().atMost(PATIENCE);

        assertThat(ready.await(60, TimeUnit.SECONDS)).isTrue();

        List<Long> late = latenessMs.values().stream().sorted().toList();
        assertThat(late).hasSize(TASKS);
        assertThat(late.get(0)).isNotNegative();
        // On a calm machine 2 and 5 ms; test machines are not calm.
        assertThat(late.get(TASKS / 2)).as("median").isLessThanOrEqualTo(50);
        assertThat(late.get(TASKS * 99 / 100)).as("p99").isLessThanOrEqualTo(1_000);
    }

    private void open() {
        AxConfig config = TestConfigs.standalone(RedisServers.shared().url());
        store = await(RedisStore.open(vertx, config, metrics, new Listener(), System::nanoTime));
        clock = new EstimatedStoreClock(NanoClock.SYSTEM, store.upkeep()::timeMicros, jump -> {});
        await(new ClockRefresher(vertx, clock).start());
        List<Integer> all = IntStream.range(0, store.partitions()).boxed().toList();
        DueInbox inbox = new DueInbox(store.partitions());
        PromoterVerticle promoter = new PromoterVerticle(store, clock, config.scheduler(), metrics, () -> all, inbox);
        feed = promoter.feed();
        deploy(own, new TickVerticle(store, clock, config.scheduler(), metrics, () -> all, inbox));
        deploy(vertx, promoter);
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    private static void deploy(Vertx on, Deployable verticle) {
        on.deployVerticle(verticle).toCompletionStage().toCompletableFuture().join();
    }

    private TaskSpec task(String id, long runAtMs) {
        dueMs.put(id, runAtMs);
        return new TaskSpec(
                id,
                "noop",
                TaskSpec.DEFAULT_QUEUE,
                null,
                clock.nowMs(),
                runAtMs,
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TIMEOUT,
                RetryPolicy.DEFAULT,
                Target.Handler.INSTANCE,
                null,
                null,
                true,
                0,
                Map.of(),
                1);
    }

    private final class Listener implements StoreListener {
        @Override
        public void onDue(int partition, long instantMs) {
            feed.offer(partition, instantMs);
        }

        @Override
        public void onTransitions(List<Transition> transitions) {
            for (Transition made : transitions) {
                if (made.to() == TaskState.READY && made.from() == TaskState.PENDING) {
                    latenessMs.put(made.id(), made.atMs() - dueMs.get(made.id()));
                    ready.countDown();
                }
            }
        }
    }
}
