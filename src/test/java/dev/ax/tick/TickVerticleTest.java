package dev.ax.tick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.ClockRefresher;
import dev.ax.clock.EstimatedStoreClock;
import dev.ax.clock.NanoClock;
import dev.ax.metrics.AxMetrics;
import dev.ax.promoter.PromoterVerticle;
import dev.ax.store.FakeDueStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The verticles on real event loops and real time; bounds are wide, since machines that run tests are busy. */
class TickVerticleTest {
    private static final int PARTITIONS = 32;
    private static final int TASKS = 300;
    private static final List<Integer> ALL =
            IntStream.range(0, PARTITIONS).boxed().toList();

    private final Vertx own = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Vertx shared = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final EstimatedStoreClock clock = new EstimatedStoreClock(
            NanoClock.SYSTEM,
            () -> Uni.createFrom().item(() -> ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())),
            jump -> {});
    private final AxMetrics metrics = new AxMetrics(new SimpleMeterRegistry());
    private final DueInbox inbox = new DueInbox(PARTITIONS);
    private FakeDueStore store;
    private PromoterVerticle promoter;

    @AfterEach
    void close() throws Exception {
        own.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        shared.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void firesOnTimeBesideAPeerThatKeepsItsEventLoopBusy_F138() throws Exception {
        start();
        shared.deployVerticle(new Busy())
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        CountDownLatch fired = new CountDownLatch(1);
        store.onFired(() -> {
            if (store.shots().size() == TASKS) {
                fired.countDown();
            }
        });

        long firstMs = clock.nowMs() + 50;
        for (int i = 0; i < TASKS; i++) {
            store.put(i % PARTITIONS, firstMs + i * 2L);
            promoter.feed().offer(i % PARTITIONS, firstMs + i * 2L);
        }

        assertThat(fired.await(20, TimeUnit.SECONDS)).isTrue();
        List<Long> late = store.shots().stream()
                .map(shot -> shot.firedMs() - shot.dueMs())
                .sorted()
                .toList();
        assertThat(late.get(0)).isNotNegative();
        assertThat(late.get(TASKS / 2)).isLessThanOrEqualTo(100);
        assertThat(metrics.registry().get("ax.tick.lateness").timer().count()).isPositive();
        assertThat(metrics.registry().get("ax.wheel.size").gauge().value()).isNotNegative();
        assertThat(metrics.registry().get("ax.promoter.ahead").gauge().value()).isPositive();
    }

    @Test
    void whatIsInTheStoreAtTheStartFiresWithoutAnOffer_F52() throws Exception {
        clock.refresh().await().indefinitely();
        store = new FakeDueStore(clock, PARTITIONS, 1);
        CountDownLatch fired = new CountDownLatch(1);
        store.put(3, clock.nowMs() - 60_000);
        store.put(9, clock.nowMs() + 400);
        store.onFired(() -> {
            if (store.shots().size() == 2) {
                fired.countDown();
            }
        });

        deploy();

        assertThat(fired.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(store.shots()).allMatch(shot -> shot.firedMs() >= shot.dueMs());
    }

    private void start() throws Exception {
        new ClockRefresher(shared, clock).start().await().indefinitely();
        store = new FakeDueStore(clock, PARTITIONS, 1);
        deploy();
    }

    private void deploy() throws Exception {
        TickVerticle tick = new TickVerticle(store, clock, ManualTick.DEFAULTS, metrics, () -> ALL, inbox);
        promoter = new PromoterVerticle(store, clock, ManualTick.DEFAULTS, metrics, () -> ALL, inbox);
        own.deployVerticle(tick).toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        shared.deployVerticle(promoter)
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    /** Keeps its event loop busy with small tasks. */
    private static final class Busy extends AbstractVerticle {
        private volatile boolean stopped;

        @Override
        public void start() {
            again();
        }

        @Override
        public void stop() {
            stopped = true;
        }

        private void again() {
            if (!stopped) {
                context.runOnContext(ignored -> again());
            }
        }
    }
}
