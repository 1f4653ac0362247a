package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.Scheduler;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** While the store refuses, is full or silent, clients are told so, and nothing that was taken is lost. F59 F60 F119. */
class StoreTroubleTest extends NodeFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int FLOOD = 2_000;
    private static final String READY = "/health/ready";

    private final RedisServer redis = RedisServers.start();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Override
    RedisServer redis() {
        return redis;
    }

    @Override
    void handlers(Scheduler scheduler) {
        scheduler.register("held", context -> {
            begun.countDown();
            return mayEnd.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        });
    }

    @AfterAll
    void stopRedis() {
        redis.close();
    }

    /** F59: a result that was ready while the store took no writes counts once it does. */
    @Test
    void aReadOnlyStoreIsToldAndItsRunsCountAfterwards() throws InterruptedException {
        String running = newId();
        ax().submit("{\"id\":\"" + running + "\",\"type\":\"held\"}");
        assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        redis.config("min-replicas-to-write", "1");
        mayEnd.countDown();
        Answer refused = ax().post("/v1/tasks", noop(newId())).expectProblem(503);
        redis.config("min-replicas-to-write", "0");

        assertThat(refused.header("Retry-After")).isNotNull();
        assertThat(ax().ended(running).getString("state")).isEqualTo("SUCCEEDED");
        assertThat(ax().outcomes(running)).containsExactly("SUCCEEDED");
        String after = newId();
        assertThat(ax().post("/v1/tasks", noop(after)).status()).isEqualTo(201);
        assertThat(ax().ended(after).getString("state")).isEqualTo("SUCCEEDED");
    }

    /** F60. */
    @Test
    void aFullStoreTakesNoTaskButTheEndsOfThose() {
        String target = sink().on("/full", (exchange, call) -> {
            redis.config("maxmemory", "1mb");
            Sink.reply(exchange, 200, "");
        });
        String running = newId();
        ax().submit("{\"id\":\"" + running + "\",\"type\":\"push\",\"target\":" + target + "}");
        JsonObject ended = ax().ended(running);

        Answer refused = ax().post("/v1/tasks", noop(newId()));
        redis.config("maxmemory", "0");

        assertThat(ended.getString("state")).isEqualTo("SUCCEEDED");
        assertThat(refused.expectProblem(429).header("Retry-After")).isNotNull();
        ax().post("/v1/tasks", noop(newId())).expect(201);
    }

    /** F60: a store that may throw tasks away takes the node out of service. */
    @Test
    void anEvictingStoreIsNotReadyAndNamesItsPolicy() {
        ax().get(READY).expect(200);

        redis.config("maxmemory-policy", "allkeys-lru");
        Answer unready = ready(503);
        redis.config("maxmemory-policy", "noeviction");

        assertThat(unready.json().getString("detail")).contains("maxmemory-policy", "allkeys-lru");
        ready(200);
    }

    /** F119. */
    @Test
    void everyOneOfAFloodOnASilentStoreIsAnsweredAndWhatWasTakenIsThere() {
        redis.command("CLIENT", "PAUSE", "3000", "ALL");
        List<String> ids = IntStream.range(0, FLOOD).mapToObj(i -> newId()).toList();
        List<CompletableFuture<Answer>> answers =
                ids.stream().map(id -> ax().postAsync("/v1/tasks", noop(id))).toList();

        List<String> taken = new ArrayList<>();
        for (int i = 0; i < FLOOD; i++) {
            Answer answer = answers.get(i).join();
            assertThat(answer.status()).isIn(201, 429, 503);
            if (answer.status() == 201) {
                taken.add(ids.get(i));
            } else {
                assertThat(answer.header("Retry-After")).isNotNull();
            }
        }

        for (String id : taken) {
            assertThat(ax().ended(id).getString("state")).isEqualTo("SUCCEEDED");
        }
        ready(200); // all may be answered before the store speaks again
        ax().submit(noop(newId()));
    }

    /** The probe's next answer of this status: it looks every few seconds. */
    private Answer ready(int status) {
        long untilNanos = System.nanoTime() + PATIENCE.toNanos();
        Answer answer = ax().get(READY);
        while (answer.status() != status && System.nanoTime() < untilNanos) {
            Executor soon = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);
            answer = CompletableFuture.supplyAsync(() -> ax().get(READY), soon).join();
        }
        return answer.expect(status);
    }

    private static String noop(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"ax.noop\"}";
    }
}
