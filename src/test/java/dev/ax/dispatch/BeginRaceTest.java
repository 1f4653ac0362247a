package dev.ax.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.ax.clock.StoreClock;
import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.scheduler.Handlers;
import dev.ax.store.Claim;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.store.StoreWatch;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.TaskState;
import dev.ax.testing.TestConfigs;
import dev.ax.worker.HandlerPool;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Attempts begin on the threads of their handlers while others cancel them, take their leases and stop the node: each task
 * ends once, none that was said not to have begun begins, and no slot and no attempt stays behind. The store is a model.
 */
class BeginRaceTest {
    private static final int TASKS = 1_000;
    private static final AtomicInteger TOLD = new AtomicInteger();
    private static final long WAIT_SECONDS = 30;

    @BeforeAll
    static void losesQuietly() {
        ((Logger) LoggerFactory.getLogger("dev.ax")).setLevel(Level.OFF);
    }

    @AfterAll
    static void losesAloudAgain() {
        assertThat(TOLD.get()).as("cancels that came first").isPositive();
        ((Logger) LoggerFactory.getLogger("dev.ax")).setLevel(null);
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 16);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void eachTaskEndsOnceAndWhatDidNotBeginNeverDoes(long seed) throws Exception {
        boolean stale = seed % 2 == 0;
        boolean drainsEarly = seed % 4 < 2;
        try (Play play = new Play(stale)) {
            play.start();
            Random random = new Random(seed);
            Thread losing = new Thread(() -> play.loseSome(new Random(seed + 1_000)));
            losing.start();
            for (int i = 0; i < TASKS / 4 && play.store.allEnded.getCount() > 0; ) {
                i += play.cancelOne(random) ? 1 : 0;
            }
            losing.join();
            if (!drainsEarly) {
                assertThat(play.store.allEnded.await(WAIT_SECONDS, TimeUnit.SECONDS))
                        .as("seed %d: all tasks end", seed)
                        .isTrue();
            }
            play.drain();
            play.check(drainsEarly);
        }
    }

    private static final class Play implements AutoCloseable {
        private final ThreadLoop loop = new ThreadLoop();
        private final StoreClock clock = new StoreClock() {
            @Override
            public long nowMs() {
                return System.currentTimeMillis();
            }

            @Override
            public long nanoTime() {
                return System.nanoTime();
            }
        };
        private final Model store = new Model();
        private final Set<Long> started = ConcurrentHashMap.newKeySet();
        private final Set<Long> toldNeverBegun = new HashSet<>();
        private final HeldAttempts held = new HeldAttempts();
        private final HandlerPool pool;
        private final Dispatch dispatch;

        private Play(boolean stale) {
            AxMetrics metrics = new AxMetrics(new SimpleMeterRegistry());
            Handlers handlers = new Handlers();
            handlers.register("close-order", context -> {
                started.add(context.token());
                long untilNanos =
                        System.nanoTime() + ThreadLocalRandom.current().nextInt(200_000);
                while (System.nanoTime() < untilNanos && !context.isCancelled()) {
                    Thread.onSpinWait();
                }
                return null;
            });
            pool = new HandlerPool(
                    handlers, TestConfigs.standalone("redis://127.0.0.1:1"), clock, metrics, (kind, body) -> {});
            // A wall clock that jumps makes proofs look old, so that the store is asked before some beginnings.
            InstantSource wall = () -> Instant.ofEpochMilli(System.currentTimeMillis()
                    + (stale && ThreadLocalRandom.current().nextInt(4) == 0 ? 20_000 : 0));
            DispatchTools tools = new DispatchTools(
                    store,
                    clock,
                    wall,
                    new StoreWatch(clock),
                    metrics,
                    new LoopPulse(clock::nanoTime),
                    () -> Bench.LEASE);
            dispatch = new Dispatch(
                    loop,
                    Bench.NODE,
                    tools,
                    held,
                    List.of(pool),
                    new AttemptFinisher(RandomGenerator.getDefault()),
                    100);
        }

        private void start() {
            loop.run(dispatch::start);
        }

        private boolean cancelOne(Random random) throws InterruptedException {
            Holding holding = store.cancelOne(random);
            if (holding == null) {
                return false;
            }
            long reply = loop.call(() -> dispatch.canceled(holding));
            // Not held: it has run to its end, which the store refused, or it is still to come here and void already.
            if (reply == 0 || (reply < 0 && !started.contains(holding.token()))) {
                toldNeverBegun.add(holding.token());
            }
            return true;
        }

        private void loseSome(Random random) {
            for (int i = 0; i < TASKS / 4 && store.allEnded.getCount() > 0; ) {
                Holding holding = store.loseOne(random);
                if (holding != null) {
                    i++;
                    dispatch.lost(List.of(holding));
                    dispatch.wake();
                }
            }
        }

        private void drain() throws InterruptedException {
            CountDownLatch drained = new CountDownLatch(1);
            dispatch.drain(Duration.ofSeconds(WAIT_SECONDS)).subscribe().with(done -> drained.countDown());
            assertThat(drained.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        private void check(boolean drainedEarly) throws InterruptedException {
            assertThat(held.size()).as("held").isZero();
            CountDownLatch free = new CountDownLatch(1);
            Runnable look = () -> {
                if (pool.freeSlots() == pool.slots()) {
                    free.countDown();
                }
            };
            pool.onFree(look);
            look.run();
            assertThat(free.await(WAIT_SECONDS, TimeUnit.SECONDS))
                    .as("all slots are free")
                    .isTrue();
            assertThat(toldNeverBegun).noneMatch(started::contains);
            TOLD.addAndGet(toldNeverBegun.size());
            synchronized (store) {
                assertThat(store.endedTwice).isEmpty();
                assertThat(store.valid).isEmpty();
                assertThat(store.ended.size() + store.waiting.size()).isEqualTo(TASKS);
                if (!drainedEarly) {
                    assertThat(store.waiting).isEmpty();
                }
            }
        }

        @Override
        public void close() {
            pool.close();
            loop.close();
            store.answers.shutdown();
        }
    }

    /** Tasks that wait, are leased, or have ended. Answers come on a thread of its own. */
    private static final class Model extends UnaskedStore {
        private final ScheduledExecutorService answers = Executors.newSingleThreadScheduledExecutor();
        private final Bench made = new Bench(1);
        private final Map<String, ClaimedTask> specs = new HashMap<>();
        private final Deque<String> waiting = new ArrayDeque<>();
        private final Map<String, Long> valid = new HashMap<>();
        private final Map<String, TaskState> ended = new HashMap<>();
        private final List<String> endedTwice = new ArrayList<>();
        private final CountDownLatch allEnded = new CountDownLatch(TASKS);
        private long tokens = 1;

        private Model() {
            for (int i = 0; i < TASKS; i++) {
                specs.put("t-" + i, made.task("t-" + i));
                waiting.add("t-" + i);
            }
        }

        @Override
        public synchronized Uni<List<ClaimedTask>> claim(Claim claim) {
            List<ClaimedTask> claimed = new ArrayList<>();
            int want = claim.shares().get(0).want();
            while (claimed.size() < want && !waiting.isEmpty()) {
                String id = waiting.poll();
                valid.put(id, ++tokens);
                ClaimedTask like = specs.get(id);
                claimed.add(new ClaimedTask(
                        like.spec(),
                        like.priority(),
                        1,
                        0,
                        0,
                        0,
                        tokens,
                        like.dueMs(),
                        like.readyAtMs(),
                        like.claimedAtMs(),
                        like.leaseUntilMs()));
            }
            return later(claimed);
        }

        @Override
        public synchronized Uni<List<CompletionStatus>> complete(List<Completion> ends) {
            return later(ends.stream().map(this::end).toList());
        }

        private CompletionStatus end(Completion completion) {
            Holding holding = completion.holding();
            if (!valid.remove(holding.id(), holding.token())) {
                return CompletionStatus.REFUSED;
            }
            if (completion.verdict().next() == TaskState.PENDING) {
                waiting.add(holding.id());
            } else {
                end(holding.id(), completion.verdict().next());
            }
            return CompletionStatus.ACCEPTED;
        }

        private void end(String id, TaskState state) {
            if (ended.put(id, state) != null) {
                endedTwice.add(id);
            }
            allEnded.countDown();
        }

        @Override
        public synchronized Uni<List<Boolean>> holds(List<Holding> holdings) {
            return later(holdings.stream()
                    .map(holding -> Long.valueOf(holding.token()).equals(valid.get(holding.id())))
                    .toList());
        }

        @Override
        public Uni<Void> settleStart(Holding holding, long startedAtMs) {
            return Uni.createFrom().voidItem();
        }

        /** The attempt that this made void; null where none was leased. */
        private synchronized Holding cancelOne(Random random) {
            Holding holding = takeOne(random);
            if (holding != null) {
                end(holding.id(), TaskState.CANCELED);
            }
            return holding;
        }

        private synchronized Holding loseOne(Random random) {
            Holding holding = takeOne(random);
            if (holding != null) {
                waiting.add(holding.id());
            }
            return holding;
        }

        private Holding takeOne(Random random) {
            List<String> leased = List.copyOf(valid.keySet());
            if (leased.isEmpty()) {
                return null;
            }
            String id = leased.get(random.nextInt(leased.size()));
            return new Holding(id, valid.remove(id));
        }

        private <T> Uni<T> later(T answer) {
            return Uni.createFrom().item(answer).emitOn(answers);
        }
    }

    /** A loop on a thread of its own. */
    private static final class ThreadLoop implements Loop, AutoCloseable {
        private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(this::thread);
        private volatile Thread thread;

        @Override
        public void execute(Runnable work) {
            turns.execute(work);
        }

        @Override
        public void run(Runnable work) {
            if (Thread.currentThread() == thread) {
                work.run();
            } else {
                execute(work);
            }
        }

        @Override
        public void after(long delayMs, Runnable work) {
            ScheduledFuture<?> unused = turns.schedule(() -> execute(work), delayMs, TimeUnit.MILLISECONDS);
        }

        private Thread thread(Runnable work) {
            thread = new Thread(work, "loop");
            return thread;
        }

        private <T> T call(Callable<T> question) throws InterruptedException {
            FutureTask<T> asked = new FutureTask<>(question);
            execute(asked);
            try {
                return asked.get();
            } catch (ExecutionException fault) {
                throw new AssertionError(fault);
            }
        }

        @Override
        public void close() {
            turns.shutdownNow();
        }
    }
}
