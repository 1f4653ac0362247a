package dev.ax.store;

import dev.ax.config.AxConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.StoreUpkeep.AgreedSettings;
import dev.ax.store.StoreUpkeep.Joined;
import dev.ax.store.StoreUpkeep.Retention;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.Outcome;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import dev.ax.task.Transition;
import dev.ax.task.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A store on a real Redis, and the steps of a task's road in one line each. */
final class StoreFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(15);
    static final Duration LEASE = Duration.ofSeconds(30);

    final Vertx vertx = Vertx.vertx();
    final AxConfig config;
    final RedisStore store;
    final NodeIdentity node;
    final List<Transition> transitions = new CopyOnWriteArrayList<>();
    private final AtomicLong sequence = new AtomicLong();
    private final AttemptFinisher finisher = new AttemptFinisher(new SplittableRandom(1));

    StoreFixture(AxConfig config) {
        this.config = config;
        StoreListener listener = new StoreListener() {
            @Override
            public void onTransitions(List<Transition> made) {
                transitions.addAll(made);
            }
        };
        this.store = await(
                RedisStore.open(vertx, config, new AxMetrics(new SimpleMeterRegistry()), listener, System::nanoTime));
        this.node = join("node-1").node();
    }

    Joined join(String id) {
        Retention retention =
                new Retention(Duration.ofHours(1), Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(30));
        return await(store.upkeep()
                .join(
                        id,
                        new AgreedSettings(
                                config.scheduler().partitions(),
                                config.store().groups(),
                                LEASE,
                                config.scheduler().ageingStep(),
                                retention),
                        false));
    }

    static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    long nowMs() {
        return await(store.upkeep().timeMicros()) / 1000;
    }

    Spec spec(String id) {
        return new Spec(id, nowMs());
    }

    List<Submission> submit(TaskSpec... specs) {
        return await(store.submit(List.of(specs)));
    }

    /** Fires all partitions, as often as something moves. */
    int fire() {
        int moved = 0;
        for (int group = 0; group < store.groups(); group++) {
            int index = group;
            List<Integer> own = IntStream.range(0, store.partitions())
                    .filter(partition -> store.groupOf(partition) == index)
                    .boxed()
                    .toList();
            int last;
            do {
                last = await(store.fire(own, 100)).count();
                moved += last;
            } while (last > 0);
        }
        return moved;
    }

    List<ClaimedTask> claim(int want, String... routes) {
        List<ClaimedTask> claimed = new ArrayList<>();
        for (int group = 0; group < store.groups(); group++) {
            claimed.addAll(await(store.claim(claimOf(group, want, routes))));
        }
        return claimed;
    }

    Claim claimOf(int group, int want, String... routes) {
        return new Claim(
                group, node, sequence.incrementAndGet(), LEASE, List.of(new Claim.Share(want, List.of(routes))));
    }

    Completion completion(ClaimedTask task, Outcome outcome) {
        Verdict verdict = finisher.finish(outcome, task.spec().retry(), task.retry(), task.lost());
        byte[] result = outcome instanceof Outcome.Succeeded succeeded ? succeeded.result() : null;
        return new Completion(
                task.holding(),
                task.spec().type(),
                task.spec().queue(),
                task.attempt(),
                node.id(),
                verdict,
                0,
                result,
                false,
                outcome.error() == null && outcome instanceof Outcome.Failed failed ? failed.error() : outcome.error(),
                "ax",
                null);
    }

    CompletionStatus complete(ClaimedTask task, Outcome outcome) {
        return await(store.complete(List.of(completion(task, outcome)))).get(0);
    }

    @Override
    public void close() {
        await(store.close());
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** A spec with the defaults, to be varied. */
    static final class Spec {
        private final String id;
        private long createdAtMs;
        private long runAtMs;
        private String type = "noop";
        private String queue = "default";
        private int priority = 2;
        private RetryPolicy retry = new RetryPolicy(3, Duration.ZERO, 2, Duration.ofHours(1), 0, 5);
        private Target target = Target.Handler.INSTANCE;
        private Duration expireAfter;
        private boolean interruptible = true;
        private Map<String, String> labels = Map.of();
        private String payload = "{\"n\":1}";
        private long fingerprint = 7;

        private Spec(String id, long nowMs) {
            this.id = id;
            this.createdAtMs = nowMs;
            this.runAtMs = nowMs;
        }

        /** To be called before {@link #delayMs}. */
        Spec createdMs(long value) {
            createdAtMs = value;
            runAtMs = value;
            return this;
        }

        Spec delayMs(long delayMs) {
            runAtMs = createdAtMs + delayMs;
            return this;
        }

        Spec dueMs(long value) {
            runAtMs = value;
            return this;
        }

        Spec type(String value) {
            type = value;
            return this;
        }

        Spec queue(String value) {
            queue = value;
            return this;
        }

        Spec priority(int value) {
            priority = value;
            return this;
        }

        Spec retry(RetryPolicy value) {
            retry = value;
            return this;
        }

        Spec target(Target value) {
            target = value;
            return this;
        }

        Spec expireAfter(Duration value) {
            expireAfter = value;
            return this;
        }

        Spec uninterruptible() {
            interruptible = false;
            return this;
        }

        Spec label(String key, String value) {
            labels = Map.of(key, value);
            return this;
        }

        Spec payload(String value) {
            payload = value;
            return this;
        }

        Spec fingerprint(long value) {
            fingerprint = value;
            return this;
        }

        TaskSpec done() {
            return new TaskSpec(
                    id,
                    type,
                    queue,
                    payload == null ? null : payload.getBytes(StandardCharsets.UTF_8),
                    createdAtMs,
                    runAtMs,
                    priority,
                    Duration.ofSeconds(60),
                    retry,
                    target,
                    null,
                    expireAfter,
                    interruptible,
                    0,
                    labels,
                    fingerprint);
        }
    }
}
