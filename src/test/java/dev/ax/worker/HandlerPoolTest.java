package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.AxConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.scheduler.Handlers;
import dev.ax.scheduler.PermanentFailureException;
import dev.ax.scheduler.TaskContext;
import dev.ax.scheduler.TaskHandler;
import dev.ax.store.ClaimedTask;
import dev.ax.task.Outcome;
import dev.ax.task.Target;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HandlerPoolTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    private final Handlers handlers = new Handlers();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final BlockingQueue<JsonObject> alerts = new LinkedBlockingQueue<>();
    private final AxConfig config = Runs.config();
    private final HandlerPool pool = new HandlerPool(
            handlers,
            config,
            Runs.CLOCK,
            new AxMetrics(registry),
            (kind, body) -> alerts.add(body.copy().put("kind", kind)),
            Duration.ofMillis(10));
    private final SlotWatch slots = new SlotWatch(pool);

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void handlerGetsItsContextAndItsValueBecomesTheResult() {
        CompletableFuture<TaskContext> seen = new CompletableFuture<>();
        FakeGuard guard = new FakeGuard();
        handlers.register("work", context -> {
            seen.complete(context);
            context.heartbeat();
            context.heartbeat(7, "half\uD800");
            return new JsonObject().put("done", context.payload().toJsonObject().getInteger("n"));
        });
        FakeSink sink = new FakeSink();
        pool.run(Runs.task("id-1", "work", "{\"n\":1}", Runs.LONG, Target.Handler.INSTANCE, 3, 2, 0), guard, sink);

        assertThat(sink.awaitSuccess().result()).asString().isEqualTo("{\"done\":1}");
        assertThat(sink.startedAtMs()).isEqualTo(Runs.NOW_MS);
        TaskContext context = seen.join();
        assertThat(context.taskId()).isEqualTo("id-1");
        assertThat(context.type()).isEqualTo("work");
        assertThat(context.attempt()).isEqualTo(3);
        assertThat(context.retry()).isEqualTo(2);
        assertThat(context.maxRetries()).isEqualTo(3);
        assertThat(context.token()).isEqualTo(Runs.TOKEN);
        assertThat(context.scheduledFor()).isEqualTo(Instant.ofEpochMilli(Runs.NOW_MS));
        assertThat(context.isCancelled())
                .as("what it does after its end is in vain")
                .isTrue();
        assertThat(guard.said).hasSize(2);
        assertThat(guard.said.get(0).ratio()).isNaN();
        assertThat(guard.said.get(1).ratio()).isEqualTo(1);
        assertThat(guard.said.get(1).note()).isEqualTo("half\uFFFD");
    }

    @Test
    void routesAreTheTypesRegisteredAsOfNow() {
        assertThat(pool.routes()).isEmpty();
        handlers.register("work", context -> null);

        assertThat(pool.routes()).containsExactly("type:work");
        assertThat(pool.name()).isEqualTo("handlers");
        assertThat(pool.slots()).isEqualTo(8);
        assertThat(pool.freeSlots()).isEqualTo(8);
    }

    @Test
    void handlerDoesNotRunWhereTheGuardSaysNo() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        handlers.register("work", context -> runs.incrementAndGet());
        FakeSink refused = run("work", new FakeGuard(0));

        assertThat(refused.await()).isEqualTo(FakeSink.NEVER_BEGAN);
        slots.awaitAllFree();
        assertThat(runs).hasValue(0);
    }

    @Test
    void taskWhoseTypeIsNotServedIsHandedBack() throws Exception {
        FakeSink sink = run("unknown", new FakeGuard());

        assertThat(sink.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        assertThat(sink.startedAtMs()).isZero();
        slots.awaitAllFree();
    }

    @Test
    void permanentFailureIsPermanentAndOthersAreNot() {
        handlers.register("gone", context -> {
            throw new PermanentFailureException("失败：超时");
        });
        handlers.register("ill", context -> {
            throw new java.io.IOException("ill");
        });

        assertThat(run("gone", new FakeGuard()).awaitFailure()).satisfies(failed -> {
            assertThat(failed.permanent()).isTrue();
            assertThat(failed.error()).startsWith("失败：超时");
        });
        assertThat(run("ill", new FakeGuard()).awaitFailure()).satisfies(failed -> {
            assertThat(failed.permanent()).isFalse();
            assertThat(failed.error()).startsWith("java.io.IOException: ill\n  at dev.ax.worker.HandlerPoolTest");
        });
    }

    @Test
    void noErrorKillsTheWorker() throws Exception {
        handlers.register("memory", failing(new OutOfMemoryError("asked for")));
        handlers.register("stack", context -> deeper(context) + 1);
        handlers.register("class", failing(new NoClassDefFoundError("gone/Away")));

        for (int i = 0; i < 20; i++) {
            for (String type : List.of("memory", "stack", "class")) {
                assertThat(run(type, new FakeGuard()).awaitFailure().permanent())
                        .isFalse();
            }
        }
        handlers.register("well", context -> 1);
        assertThat(run("well", new FakeGuard()).awaitSuccess().result())
                .asString()
                .isEqualTo("1");
        slots.awaitAllFree();
    }

    @Test
    void timeoutIsToldAtOnceAndTheSlotStaysTakenUntilTheHandlerReturns() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        handlers.register("deaf", context -> {
            awaitDeaf(release, interrupted);
            return "too late";
        });
        FakeSink sink = new FakeSink();
        pool.run(Runs.handler("deaf", null, SHORT), new FakeGuard(), sink);

        assertThat(sink.await()).isEqualTo(new Outcome.TimedOut(SHORT));
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        JsonObject alert = alerts.poll(30, TimeUnit.SECONDS);
        assertThat(alert.getString("kind")).isEqualTo("stuck-handler");
        assertThat(alert.getString("taskId")).isEqualTo("task-1");
        assertThat(alert.getString("type")).isEqualTo("deaf");
        assertThat(alert.getLong("token")).isEqualTo(Runs.TOKEN);
        assertThat(alert.getJsonArray("stack").encode()).contains("awaitDeaf");
        assertThat(stuckHandlers()).isEqualTo(1);
        assertThat(pool.freeSlots()).isEqualTo(pool.slots() - 1);

        release.countDown();
        slots.awaitAllFree();
        assertThat(stuckHandlers()).isZero();
        assertThat(sink.calls).hasValue(1);
        assertThat(alerts).as("one alert a stuck attempt").isEmpty();
    }

    /** F57: a lease that is gone interrupts the work, and what it still says is not heard. */
    @Test
    void leaseThatIsGoneInterruptsTheHandler() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
        handlers.register("work", context -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
                return null;
            } catch (InterruptedException interrupt) {
                cancelled.complete(context.isCancelled());
                throw interrupt;
            }
        });
        FakeGuard guard = new FakeGuard();
        FakeSink sink = run("work", guard);
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        guard.take();

        assertThat(cancelled.get(30, TimeUnit.SECONDS)).isTrue();
        slots.awaitAllFree();
        assertThat(sink.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        assertThat(sink.calls).hasValue(1);
        assertThat(stuckHandlers()).isZero();
    }

    @Test
    void interruptOfOneAttemptDoesNotReachTheNext() throws Exception {
        handlers.register("careless", context -> {
            Thread.currentThread().interrupt();
            return null;
        });
        handlers.register("careful", context -> Thread.currentThread().isInterrupted());

        for (int i = 0; i < 50; i++) {
            run("careless", new FakeGuard()).awaitSuccess();
            slots.awaitAllFree();
            assertThat(run("careful", new FakeGuard()).awaitSuccess().result())
                    .asString()
                    .isEqualTo("false");
        }
    }

    /** The first incident that the articles tell: a blocking handler must delay nothing else. */
    @Test
    void blockedHandlersDelayNoOtherAndNoTimeout() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(pool.slots() - 1);
        handlers.register("blocks", context -> {
            blocked.countDown();
            awaitDeaf(release, new CountDownLatch(1));
            return null;
        });
        handlers.register("quick", context -> 1);
        List<FakeSink> blocking = new ArrayList<>();
        for (int i = 0; i < pool.slots() - 1; i++) {
            blocking.add(run("blocks", new FakeGuard()));
        }
        assertThat(blocked.await(30, TimeUnit.SECONDS)).isTrue();

        for (int i = 0; i < 100; i++) {
            run("quick", new FakeGuard()).awaitSuccess();
            awaitFree(1);
        }
        assertThat(blocking).noneMatch(FakeSink::isTold);
        release.countDown();
        blocking.forEach(FakeSink::awaitSuccess);
        slots.awaitAllFree();
    }

    @Test
    void whatFindsNoSlotIsHandedBackAndWhatRunsIsNot() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<FakeSink> running = block(pool.slots(), release);
        List<FakeSink> stock = List.of(run("blocks", new FakeGuard()), run("blocks", new FakeGuard(0)));

        assertThat(stock).allSatisfy(sink -> assertThat(sink.await()).isEqualTo(FakeSink.NEVER_BEGAN));
        assertThat(running).noneMatch(FakeSink::isTold);
        release.countDown();
        running.forEach(FakeSink::awaitSuccess);
        slots.awaitAllFree();
        assertThat(stock).allSatisfy(sink -> assertThat(sink.calls).hasValue(1));
    }

    /** It waits once more, for its time to run while no handler is called. */
    @Test
    void whatMayBeginLateAndFindsNoSlotThenIsHandedBackToo() throws Exception {
        CompletableFuture<Beginning> asked = new CompletableFuture<>();
        handlers.register("blocks", context -> null);
        FakeSink late = new FakeSink();
        pool.run(
                Runs.handler("blocks", null, Runs.LONG),
                new FakeGuard() {
                    @Override
                    public void begin(Beginning beginning) {
                        asked.complete(beginning);
                    }
                },
                late);
        Beginning beginning = asked.get(30, TimeUnit.SECONDS);
        handlers.unregister("blocks");
        CountDownLatch release = new CountDownLatch(1);
        List<FakeSink> running = block(pool.slots(), release);
        beginning.at(Runs.NOW_MS);

        assertThat(late.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        release.countDown();
        running.forEach(FakeSink::awaitSuccess);
        slots.awaitAllFree();
        assertThat(late.calls).hasValue(1);
    }

    @Test
    void poolThatClosesHandsBackWhatWaits() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        block(pool.slots(), release);
        FakeSink waiting = run("blocks", new FakeGuard());
        pool.close();

        assertThat(waiting.await()).isIn(FakeSink.NEVER_BEGAN, new Outcome.Released(Runs.NODE));
        FakeSink claimedMeanwhile = run("blocks", new FakeGuard());
        release.countDown();
        assertThat(claimedMeanwhile.await()).isIn(FakeSink.NEVER_BEGAN, new Outcome.Released(Runs.NODE));
        slots.awaitAllFree();
        assertThat(waiting.calls).hasValue(1);
    }

    /** A guard whose loop is closed, say: the attempt has an end and its slot is free. */
    @Test
    void guardThatBreaksCostsOneAttempt() throws Exception {
        handlers.register("work", context -> 1);
        FakeSink broken = run("work", new FakeGuard() {
            @Override
            public void begin(Beginning beginning) {
                throw new IllegalStateException("asked for");
            }
        });
        assertThat(broken.awaitFailure().error()).contains("asked for");
        slots.awaitAllFree();
        assertThat(run("work", new FakeGuard()).awaitSuccess().result())
                .asString()
                .isEqualTo("1");
        slots.awaitAllFree();
    }

    @Test
    void poolThatClosesHandsBackWhatRuns() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        handlers.register("work", context -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return null;
        });
        FakeSink running = run("work", new FakeGuard());
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        pool.close();

        assertThat(running.await()).isEqualTo(new Outcome.Released(Runs.NODE));
        slots.awaitAllFree();
        FakeSink late = run("work", new FakeGuard());
        assertThat(late.await()).isEqualTo(FakeSink.NEVER_BEGAN);
        slots.awaitAllFree();
    }

    /** Result, timeout, loss of the lease and shutdown at the same instant: one word, and every slot back. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sinkIsCalledExactlyOnceHoweverTheEndsRace(long seed) throws Exception {
        Random random = new Random(seed);
        handlers.register("race", context -> {
            long untilNanos =
                    System.nanoTime() + context.payload().toJsonObject().getLong("nanos");
            while (System.nanoTime() < untilNanos && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            return 1;
        });
        List<FakeSink> sinks = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            awaitFree(1);
            long nanos = random.nextInt(2_000_000);
            ClaimedTask task =
                    Runs.handler("race", "{\"nanos\":" + nanos + "}", Duration.ofMillis(1 + random.nextInt(2)));
            FakeGuard guard = new FakeGuard();
            FakeSink sink = new FakeSink();
            sinks.add(sink);
            pool.run(task, guard, sink);
            if (random.nextBoolean()) {
                guard.take();
            }
        }
        if (random.nextBoolean()) {
            pool.close();
        }
        slots.awaitAllFree();

        sinks.forEach(FakeSink::await);
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.calls).hasValue(1));
        assertThat(stuckHandlers()).isZero();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 20);
    }

    private FakeSink run(String type, FakeGuard guard) {
        FakeSink sink = new FakeSink();
        pool.run(Runs.handler(type, null, Runs.LONG), guard, sink);
        return sink;
    }

    /** Fills slots with a handler that is deaf until the release. */
    private List<FakeSink> block(int count, CountDownLatch release) throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(count);
        handlers.register("blocks", context -> {
            blocked.countDown();
            awaitDeaf(release, new CountDownLatch(1));
            return null;
        });
        List<FakeSink> sinks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sinks.add(run("blocks", new FakeGuard()));
        }
        assertThat(blocked.await(30, TimeUnit.SECONDS)).isTrue();
        return sinks;
    }

    private void awaitFree(int count) throws InterruptedException {
        CountDownLatch free = new CountDownLatch(1);
        pool.onFree(() -> {
            if (pool.freeSlots() >= count) {
                free.countDown();
            }
        });
        if (pool.freeSlots() < count) {
            assertThat(free.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private double stuckHandlers() {
        return registry.get("ax.stuck.handlers").gauge().value();
    }

    private static TaskHandler failing(Error error) {
        return context -> {
            throw error;
        };
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack is full
    private static int deeper(TaskContext context) {
        return deeper(context) + 1;
    }

    private static void awaitDeaf(CountDownLatch release, CountDownLatch interrupted) {
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException deaf) {
                interrupted.countDown();
            }
        }
    }
}
