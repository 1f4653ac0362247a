package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.Scheduler;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node takes no more than it can start, so urgent work waits for one run and not for what was fetched ahead. F83. */
class PrefetchTest extends NodeFixture {
    private static final int SLOTS = 4;
    private static final int SLOW = 1_000;
    private static final int RUN_MS = 500;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(700);
    private static final int PATIENCE_S = 60;

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final Semaphore begun = new Semaphore(0);
    private volatile CountDownLatch over;
    private String slow;

    @Override
    Map<String, String> settings() {
        return Map.of("worker.slots", Integer.toString(SLOTS));
    }

    @Override
    void handlers(Scheduler scheduler) {
        scheduler.register("slow", context -> {
            most.accumulateAndGet(runs.incrementAndGet(), Math::max);
            begun.release();
            try {
                return over.await(RUN_MS, TimeUnit.MILLISECONDS);
            } finally {
                runs.decrementAndGet();
            }
        });
        scheduler.register("urgent", context -> null);
        scheduler.register("quick", context -> null);
    }

    @BeforeEach
    void beginAnew() {
        over = new CountDownLatch(1);
        most.set(0);
        slow = newId();
    }

    /** What is left runs off at once. */
    @AfterEach
    void runOff() {
        over.countDown();
        IntStream.range(0, SLOW).forEach(i -> ax().ended(slow + "-" + i));
        begun.drainPermits();
    }

    @Test
    void urgentWorkWaitsForOneRunAtMost() throws Exception {
        submitSlow();
        // the two seconds of the case, told by the runs: four slots begin 16 runs of half a second in them
        awaitRuns(4 * SLOTS);
        assertThat(waitOfAnUrgentOne()).isLessThanOrEqualTo(LONGEST_WAIT);
        awaitRuns(2 * SLOTS);
        assertThat(most).hasValueLessThanOrEqualTo(SLOTS);
    }

    /** Quick work before it lets the node take much ahead: what was taken in error is given back, and soon. */
    @Test
    void afterQuickWorkUrgentWorkWaitsNoLonger() throws Exception {
        String quick = newId();
        ax().submitLines(lines(quick, "quick", 4_000)).expect(200);
        for (int i = 0; i < 4_000; i += 499) {
            ax().ended(quick + "-" + i);
        }
        submitSlow();
        begun.acquire(SLOTS);
        assertThat(waitOfAnUrgentOne()).isLessThanOrEqualTo(LONGEST_WAIT);
        awaitRuns(2 * SLOTS);
        assertThat(most).hasValueLessThanOrEqualTo(SLOTS);
    }

    private void submitSlow() {
        ax().submitLines(lines(slow, "slow", SLOW)).expect(200);
    }

    private void awaitRuns(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            assertThat(begun.tryAcquire(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
            assertThat(running()).isLessThanOrEqualTo(SLOTS);
        }
    }

    private int running() {
        return ax().get("/v1/tasks?state=RUNNING&limit=1000")
                .expect(200)
                .items()
                .size();
    }

    private Duration waitOfAnUrgentOne() {
        JsonObject urgent = ax().submit("{\"id\":\"" + newId() + "\",\"type\":\"urgent\",\"priority\":0}");
        return wait(ax().ended(urgent.getString("id")));
    }

    private static Duration wait(JsonObject ended) {
        return Duration.between(
                Instant.parse(ended.getString("createdAt")), Instant.parse(ended.getString("startedAt")));
    }

    private static String[] lines(String prefix, String type, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":\"" + prefix + "-" + i + "\",\"type\":\"" + type + "\",\"priority\":4}")
                .toArray(String[]::new);
    }
}
