package dev.ax.cli;

import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskRequest;
import dev.ax.store.Submission;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;

/**
 * Puts tasks into a node in the ways that a client may. Each call returns when all are acknowledged; the first failure
 * ends it. Safe for use by one thread.
 */
final class BenchLoad {
    /** Batches under way at once: while one is in Redis the next is read and one is answered. */
    private static final int BATCHES = 4;

    private static final long LONGEST_SECONDS = 600;

    private final LocalNode local;
    private final Scheduler scheduler;
    private final BenchSettings settings;
    private final String type;
    private final byte[] payload;

    BenchLoad(LocalNode local, BenchSettings settings, String type) {
        this.local = local;
        this.scheduler = local.node().scheduler();
        this.settings = settings;
        this.type = type;
        this.payload =
                ("\"" + "x".repeat(Math.max(0, settings.payload() - 2)) + "\"").getBytes(StandardCharsets.US_ASCII);
    }

    /** One by one, {@code inFlight} callers in turn, as from an application that embeds ax. */
    void oneByOne(int count, long dueMs) {
        Instant due = Instant.ofEpochMilli(dueMs);
        String text = new String(payload, 1, payload.length - 2, StandardCharsets.US_ASCII);
        Turn turn = new Turn(count);
        Vertx vertx = local.vertx();
        turn.run(
                settings.inFlight(),
                vertx,
                i -> scheduler
                        .submit(TaskRequest.of(type).id(id(i)).runAt(due).payload(text))
                        .subscribe()
                        .with(task -> turn.next(), turn::fail));
    }

    /**
     * In batches, as from an application that embeds ax.
     *
     * @param dueMs due instant by the task's number
     */
    void batches(int count, IntToLongFunction dueMs) {
        Turn turn = new Turn(batchCount(count));
        turn.run(
                BATCHES,
                local.vertx(),
                batch -> scheduler
                        .submitAll(specs(batch, count, dueMs))
                        .subscribe()
                        .with(
                                results -> {
                                    if (results.stream().allMatch(Submission.Created.class::isInstance)) {
                                        turn.next();
                                    } else {
                                        turn.fail(new IllegalStateException("a task was not created: " + results));
                                    }
                                },
                                turn::fail));
    }

    /** In batches over REST, as NDJSON. */
    void ndjson(int count, long dueMs) {
        URI uri = URI.create(local.url() + "/v1/tasks/batch");
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        Turn turn = new Turn(batchCount(count));
        turn.run(
                BATCHES,
                local.vertx(),
                batch -> Uni.createFrom()
                        .completionStage(() -> http.sendAsync(
                                HttpRequest.newBuilder(uri)
                                        .header("Content-Type", "application/x-ndjson")
                                        .POST(HttpRequest.BodyPublishers.ofByteArray(lines(batch, count, dueMs)))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()))
                        .subscribe()
                        .with(
                                answer -> {
                                    if (answer.statusCode() == 200
                                            && !answer.body().contains("\"problem\"")) {
                                        turn.next();
                                    } else {
                                        turn.fail(new IllegalStateException(
                                                "a batch was answered " + answer.statusCode()));
                                    }
                                },
                                turn::fail));
    }

    private int batchCount(int count) {
        return (count + settings.batch() - 1) / settings.batch();
    }

    private List<TaskSpec> specs(int batch, int count, IntToLongFunction dueMs) {
        long nowMs = System.currentTimeMillis();
        List<TaskSpec> specs = new ArrayList<>(settings.batch());
        int end = Math.min(count, (batch + 1) * settings.batch());
        for (int i = batch * settings.batch(); i < end; i++) {
            specs.add(new TaskSpec(
                    id(i),
                    type,
                    TaskSpec.DEFAULT_QUEUE,
                    payload,
                    nowMs,
                    Math.max(nowMs, dueMs.applyAsLong(i)),
                    TaskSpec.DEFAULT_PRIORITY,
                    TaskSpec.DEFAULT_TIMEOUT,
                    RetryPolicy.DEFAULT,
                    Target.Handler.INSTANCE,
                    null,
                    null,
                    true,
                    0,
                    Map.of(),
                    i));
        }
        return specs;
    }

    private byte[] lines(int batch, int count, long dueMs) {
        String due = Instant.ofEpochMilli(dueMs).toString();
        String tail = "\",\"type\":\"" + type + "\",\"runAt\":\"" + due + "\",\"payload\":"
                + new String(payload, StandardCharsets.US_ASCII) + "}\n";
        StringBuilder text = new StringBuilder();
        int end = Math.min(count, (batch + 1) * settings.batch());
        for (int i = batch * settings.batch(); i < end; i++) {
            text.append("{\"id\":\"").append(id(i)).append(tail);
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** 26 characters, as a ULID has. */
    private static String id(int i) {
        return String.format(Locale.ROOT, "bench-%020d", i);
    }

    /** Numbers handed out in turn to a fixed number of callers, each of whom takes the next when its last is answered. */
    private static final class Turn {
        private final int count;
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger open;
        private final CountDownLatch done = new CountDownLatch(1);
        private final AtomicReference<Throwable> fault = new AtomicReference<>();
        private IntConsumer step;

        Turn(int count) {
            this.count = count;
            this.open = new AtomicInteger(count);
        }

        void run(int callers, Vertx vertx, IntConsumer caller) {
            step = caller;
            vertx.runOnContext(start -> {
                for (int i = 0; i < Math.min(callers, count); i++) {
                    take();
                }
            });
            await();
        }

        /** One was answered. */
        void next() {
            if (open.decrementAndGet() == 0) {
                done.countDown();
            } else {
                take();
            }
        }

        void fail(Throwable cause) {
            fault.compareAndSet(null, cause);
            done.countDown();
        }

        private void take() {
            int i = taken.getAndIncrement();
            if (i < count && fault.get() == null) {
                step.accept(i);
            }
        }

        private void await() {
            try {
                if (!done.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("not acknowledged within " + LONGEST_SECONDS + " s: " + open.get());
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", interrupted);
            }
            if (fault.get() != null) {
                throw new IllegalStateException(
                        "a submission failed: " + fault.get().getMessage(), fault.get());
            }
        }
    }
}
