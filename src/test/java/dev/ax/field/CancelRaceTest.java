package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.Scheduler;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cancelled is cancelled: it does not start afterwards, and nothing of it counts. F105. */
class CancelRaceTest extends NodeFixture {
    private static final int TASKS = 1000;
    private static final long SEED = 105;
    private static final int RUN_MS = 20;

    /** Threads of their own, since they block: the common pool has one a core. */
    private static final int CLIENTS = 32;

    private final Map<String, Long> startedNanos = new ConcurrentHashMap<>();

    @Override
    void handlers(Scheduler scheduler) {
        scheduler.register("raced", context -> {
            startedNanos.put(context.taskId(), System.nanoTime());
            // a run of some length, which a cancel interrupts
            return new CountDownLatch(1).await(RUN_MS, TimeUnit.MILLISECONDS);
        });
    }

    @Test
    void cancelsAroundTheDueInstantWinOrLoseButNeverBoth() {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            race(clients);
        } finally {
            clients.shutdownNow();
        }
    }

    private void race(Executor clients) {
        Random random = new Random(SEED);
        String prefix = newId();
        JsonObject first = ax().submit(task(prefix + "-0", 1500));
        Instant created = Instant.parse(first.getString("createdAt"));
        long createdNanos = System.nanoTime();
        String[] lines = IntStream.range(1, TASKS)
                .mapToObj(i -> task(prefix + "-" + i, 1000 + random.nextInt(1000)))
                .toArray(String[]::new);
        ax().submitLines(lines).expect(200);

        List<CompletableFuture<Void>> races = IntStream.range(0, TASKS)
                .mapToObj(i -> {
                    String id = prefix + "-" + i;
                    Instant due = Instant.parse(ax().task(id).getString("runAt"));
                    long atNanos = createdNanos
                            + Duration.between(created, due).toNanos()
                            + TimeUnit.MILLISECONDS.toNanos(random.nextInt(101) - 50);
                    Executor then = CompletableFuture.delayedExecutor(
                            Math.max(0, atNanos - System.nanoTime()), TimeUnit.NANOSECONDS, clients);
                    return CompletableFuture.supplyAsync(() -> ax().act(id, "cancel"), then)
                            .thenAccept(answer -> judge(id, answer, System.nanoTime()));
                })
                .toList();

        races.forEach(CompletableFuture::join);
    }

    private void judge(String id, Answer answer, long answeredNanos) {
        if (answer.status() == 409) {
            assertThat(answer.json().getString("state")).isEqualTo("SUCCEEDED");
            assertThat(startedNanos).containsKey(id);
            return;
        }
        answer.expect(200);
        assertThat(ax().ended(id).getString("state")).isEqualTo("CANCELED");
        assertThat(ax().outcomes(id)).doesNotContain("SUCCEEDED");
        Long started = startedNanos.get(id);
        if (started != null) {
            assertThat(started).as("the start of %s", id).isLessThan(answeredNanos);
        }
        assertThat(answer.json().getString("startedAt") == null)
                .as("%s says whether the handler of %s was called", answer.json(), id)
                .isEqualTo(started == null);
    }

    private static String task(String id, int delayMs) {
        return "{\"id\":\"" + id + "\",\"type\":\"raced\",\"delay\":\"" + delayMs + "ms\"}";
    }
}
