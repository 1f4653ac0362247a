package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.events.BusEvents;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageProducer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FarEndsTest {
    private static final long SHORT_MS = 20;
    private static final long LONG_MS = 600_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final MessageProducer<JsonObject> producer = vertx.eventBus().publisher(BusEvents.ADDRESS);
    private final BlockingQueue<JsonObject> heard = new LinkedBlockingQueue<>();
    private final Semaphore listening = new Semaphore(0);

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void nothingIsConsumedBeforeItIsWanted() throws Exception {
        FarEnds far = far(LONG_MS, () -> true);
        assertThat(isTaken()).isFalse();

        far.want();
        far.want();
        awaitListening();

        assertThat(isTaken()).isTrue();
        assertThat(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
        assertThat(listening.availablePermits()).as("one consumer for both").isZero();
    }

    @Test
    void whatNobodyWantsIsConsumedNoLongerUntilItIsWantedAgain() throws Exception {
        FarEnds far = far(SHORT_MS, () -> false);
        far.want();
        awaitListening();
        awaitUntaken();

        far.want();
        awaitListening();
    }

    @Test
    void whileSomebodyWaitsItIsConsumed() throws Exception {
        CountDownLatch reviews = new CountDownLatch(5);
        FarEnds far = far(SHORT_MS, () -> {
            reviews.countDown();
            return true;
        });
        far.want();

        assertThat(reviews.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(isTaken()).isTrue();
    }

    @Test
    void onceClosedNothingIsConsumed() throws Exception {
        FarEnds far = far(LONG_MS, () -> true);
        far.want();
        awaitListening();
        far.close();
        awaitUntaken();

        far.want();

        assertThat(isTaken()).isFalse();
    }

    private FarEnds far(long lingerMs, BooleanSupplier wanted) {
        return new FarEnds(vertx, lingerMs, heard::add, wanted, listening::release);
    }

    private void awaitListening() throws InterruptedException {
        assertThat(listening.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private void awaitUntaken() {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (isTaken()) {
            assertThat(System.nanoTime()).as("still consumed").isLessThan(deadlineNanos);
        }
    }

    /** Whether a message finds a consumer: Vert.x fails it otherwise. */
    private boolean isTaken() {
        return producer.write(new JsonObject()).map(true).otherwise(false).await();
    }
}
