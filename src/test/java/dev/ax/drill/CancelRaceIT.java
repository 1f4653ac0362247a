package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import dev.ax.node.AxNode;
import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskContext;
import dev.ax.scheduler.TaskRequest;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Submit, cancel and fire of one task at the same instant, ten thousand times over. */
class CancelRaceIT {
    private static final int ROUNDS = 100;
    private static final int TASKS = 100;
    private static final int LATEST_MS = 30;
    private static final int RUN_MS = 2;
    private static final long SEED = 20_000;
    private static final String TYPE = "raced";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** When the handler of a task was called. */
    private final Map<String, Long> startNanos = new ConcurrentHashMap<>();

    private final Queue<String> startedTwice = new ConcurrentLinkedQueue<>();

    /** What a cancel was answered, and when. */
    private record Answer(String id, ActionResult result, long nanos) {}

    @Test
    void aCancelledTaskNeitherStartsAfterwardsNorCommits(TestReporter reporter) {
        Vertx vertx = Vertx.vertx();
        try (RedisServer redis = RedisServers.start("appendonly yes")) {
            AxNode node =
                    await(AxNode.start(vertx, config(redis), scheduler -> scheduler.register(TYPE, this::handle)));
            try {
                List<Answer> answers = race(node.scheduler());
                // Only now, when every late result has come.
                Map<String, Integer> ends = new TreeMap<>();
                answers.forEach(answer -> ends.merge(judge(node.scheduler(), answer), 1, Integer::sum));
                reporter.publishEntry("cancels found", ends.toString());
                assertThat(ends).as("both sides of the race").containsKeys("PENDING", "RUNNING", "ended");
                assertThat(startedTwice).isEmpty();
            } finally {
                await(node.stop());
            }
        } finally {
            vertx.close().await();
        }
    }

    private Object handle(TaskContext context) throws InterruptedException {
        if (startNanos.put(context.taskId(), System.nanoTime()) != null) {
            startedTwice.add(context.taskId());
        }
        return new CountDownLatch(1).await(RUN_MS, TimeUnit.MILLISECONDS);
    }

    private static List<Answer> race(Scheduler scheduler) {
        Random random = new Random(SEED);
        List<Answer> answers = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<CompletableFuture<Answer>> races = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                races.add(submitAndCancel(scheduler, "raced-" + round + "-" + i, random));
            }
            races.forEach(race -> answers.add(race.join()));
        }
        return answers;
    }

    /** The cancel goes out beside the submission or around the due instant. */
    private static CompletableFuture<Answer> submitAndCancel(Scheduler scheduler, String id, Random random) {
        Duration delay = Duration.ofMillis(random.nextInt(LATEST_MS));
        int cancelMs = random.nextInt(LATEST_MS + RUN_MS);
        CompletableFuture<Task> submitted =
                scheduler.submit(TaskRequest.of(TYPE).id(id).delay(delay)).subscribeAsCompletionStage();
        return CompletableFuture.supplyAsync(
                        () -> scheduler.cancel(id, Actor.embedded("raced")),
                        CompletableFuture.delayedExecutor(cancelMs, TimeUnit.MILLISECONDS))
                .thenCompose(cancel -> cancel.subscribeAsCompletionStage())
                .thenApply(result -> new Answer(id, result, System.nanoTime()))
                .thenCombine(submitted, (answer, task) -> answer);
    }

    /** The state in which the cancel found the task. */
    private String judge(Scheduler scheduler, Answer answer) {
        Task task = await(scheduler.awaitEnd(answer.id(), PATIENCE));
        History history = await(scheduler.history(answer.id()));
        Long started = startNanos.get(answer.id());
        String told = answer + " " + history;
        if (answer.result() instanceof ActionResult.Done done) {
            assertThat(task.state()).as(told).isEqualTo(TaskState.CANCELED);
            assertThat(history.items())
                    .as(told)
                    .noneMatch(line -> line.outcome() == AttemptStatus.SUCCEEDED || line.to() == TaskState.SUCCEEDED);
            if (done.from() != TaskState.RUNNING) {
                assertThat(started)
                        .as("start of a task cancelled before it ran: %s", told)
                        .isNull();
            }
            if (started != null) {
                assertThat(started - answer.nanos())
                        .as("start before the answer: %s", told)
                        .isNegative();
            }
            assertThat(task.startedAtMs() == 0).as(told).isEqualTo(started == null);
            return done.from().name();
        } else {
            // Too late, or before the submission came.
            assertThat(task.state()).as(told).isEqualTo(TaskState.SUCCEEDED);
            assertThat(history.items().stream()
                            .filter(line -> line.outcome() == AttemptStatus.SUCCEEDED)
                            .count())
                    .as(told)
                    .isEqualTo(1);
            assertThat(started).as(told).isNotNull();
            return answer.result() instanceof ActionResult.Forbidden ? "ended" : "not yet there";
        }
    }

    private static AxConfig config(RedisServer redis) {
        Map<String, String> values = Map.of(
                "name", "drill",
                "node-id", "node-a",
                "http.enabled", "false",
                "redis.url", redis.url(),
                "worker.slots", "16");
        return new ConfigLoader(Map.of(), Map.of())
                .overrides("test", values)
                .load()
                .config();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }
}
