package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ax.clock.StoreClock;
import dev.ax.config.StoreConfig;
import dev.ax.contract.Fault;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.StoreException;
import dev.ax.store.Submission;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DefaultSchedulerTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();
    private final FakeTaskStore store = new FakeTaskStore();
    private final Handlers handlers = new Handlers();
    private final TaskEnds ends = new TaskEnds();
    private final Scheduler scheduler = new DefaultScheduler(new SchedulerParts(
            vertx,
            store,
            body -> Tasks.spec(new JsonObject(Buffer.buffer(body)).getString("id")),
            new StillClock(),
            handlers,
            ends,
            new AxMetrics(new SimpleMeterRegistry()),
            new StoreConfig(1, false, 100, 10_000)));

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void aNewTaskAndAResentOneAreAnsweredAsTheyStand() {
        assertThat(submit("a").id()).isEqualTo("a");

        Task existing = Tasks.in(TaskState.SUCCEEDED, "a");
        store.onSubmit = specs -> Uni.createFrom().item(List.of(new Submission.Existing(existing)));
        assertThat(submit("a")).isSameAs(existing);
    }

    @Test
    void anotherTaskUnderTheIdIsAConflict() {
        Task existing = Tasks.in(TaskState.PENDING, "a");
        store.onSubmit = specs -> Uni.createFrom().item(List.of(new Submission.Conflict(existing)));

        assertThatThrownBy(() -> submit("a"))
                .isInstanceOfSatisfying(
                        TaskConflictException.class,
                        conflict -> assertThat(conflict.existing()).isSameAs(existing));
    }

    @Test
    void whatTheStoreRefusedFailsWithItsCause() {
        StoreException full = new StoreException(StoreException.Kind.FULL, "full", null);
        store.onSubmit = specs -> Uni.createFrom().item(List.of(new Submission.Refused(full)));

        assertThatThrownBy(() -> submit("a")).isSameAs(full);
    }

    @Test
    void aPayloadThatJsonCannotHoldIsAFaultOfTheTask() {
        assertThatThrownBy(() -> scheduler
                        .submit(TaskRequest.of("mail").payload(new Object()))
                        .await()
                        .atMost(SOON))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class,
                        invalid -> assertThat(invalid.faults()).hasSize(1));
    }

    @Test
    void faultsOfATaskComeThroughTheUni() {
        Scheduler strict = new DefaultScheduler(new SchedulerParts(
                vertx,
                store,
                body -> {
                    throw new InvalidTaskException(List.of(new Fault("/priority", "must be 0 to 4")));
                },
                new StillClock(),
                handlers,
                ends,
                new AxMetrics(new SimpleMeterRegistry()),
                new StoreConfig(1, false, 100, 10_000)));

        Uni<Task> answer = strict.submit(TaskRequest.of("mail").priority(9));

        assertThatThrownBy(() -> answer.await().atMost(SOON)).isInstanceOf(InvalidTaskException.class);
        assertThat(store.submits).isEmpty();
    }

    @Test
    void nothingIsDoneBeforeTheSubscriptionAndOnceForEach() {
        Uni<Task> answer = scheduler.submit(TaskRequest.of("mail").id("a"));
        assertThat(store.submits).isEmpty();

        answer.await().atMost(SOON);
        answer.await().atMost(SOON);

        assertThat(store.submits).hasSize(2);
    }

    @Test
    void answersComeOnTheContextOfTheCaller() throws Exception {
        CompletableFuture<Context> answeredOn = new CompletableFuture<>();
        CompletableFuture<Context> failedOn = new CompletableFuture<>();
        Context caller = vertx.getOrCreateContext();
        CountDownLatch asked = new CountDownLatch(1);
        store.onRead = id -> Uni.createFrom()
                .emitter(emitter -> new Thread(() -> {
                            awaitQuietly(asked);
                            if ("bad".equals(id)) {
                                emitter.fail(new IllegalStateException("bad"));
                            } else {
                                emitter.complete(null);
                            }
                        })
                        .start());
        caller.runOnContext(ignored -> {
            scheduler.get("a").subscribe().with(task -> answeredOn.complete(Vertx.currentContext()));
            scheduler.get("bad").subscribe().with(task -> {}, fault -> failedOn.complete(Vertx.currentContext()));
            asked.countDown();
        });

        assertThat(answeredOn.get(10, TimeUnit.SECONDS)).isSameAs(caller);
        assertThat(failedOn.get(10, TimeUnit.SECONDS)).isSameAs(caller);
    }

    @Test
    void theEndOfATaskIsAwaited() throws Exception {
        CountDownLatch looked = new CountDownLatch(1);
        store.onRead = id -> {
            looked.countDown();
            return Uni.createFrom().item(Tasks.in(TaskState.RUNNING, id));
        };
        CompletableFuture<Task> answer =
                scheduler.awaitEnd("a", Duration.ofSeconds(30)).subscribeAsCompletionStage();
        assertThat(looked.await(10, TimeUnit.SECONDS)).isTrue();

        store.onRead = id -> Uni.createFrom().item(Tasks.in(TaskState.SUCCEEDED, id));
        ends.onTransitions(List.of(
                new Transition(1, "a", null, null, TaskState.RUNNING, TaskState.SUCCEEDED, 1, null, null, null)));

        assertThat(answer.get(10, TimeUnit.SECONDS).state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void aHeartbeatIsJudgedByItsToken() {
        Progress progress = new Progress(0.5, "half", null);

        assertThat(scheduler.heartbeat("a", 7, progress).await().atMost(SOON)).isTrue();
        assertThat(scheduler.heartbeat("a", 8, progress).await().atMost(SOON)).isFalse();
    }

    @Test
    void aRegisteredHandlerIsTheNodes() {
        scheduler.register("mail", context -> null);

        assertThat(handlers.types()).containsExactly("mail");
    }

    private Task submit(String id) {
        return scheduler.submit(TaskRequest.of("mail").id(id)).await().atMost(SOON);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class StillClock implements StoreClock {
        @Override
        public long nowMs() {
            return Tasks.CREATED_MS;
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }
}
