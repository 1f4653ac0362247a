package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HandlerQueueTest {
    private static final long WAIT_SECONDS = 30;
    private static final int SLOTS = 3;

    private final HandThreads hand = new HandThreads();
    private final HandlerQueue byHand = new HandlerQueue(SLOTS, hand);
    private final ExecutorService threads = Executors.newFixedThreadPool(SLOTS);
    private final HandlerQueue queue = new HandlerQueue(SLOTS, threads);
    private final List<String> ran = new ArrayList<>();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    @Test
    void runsInTheOrderTheyCameOnNoMoreThreadsThanSlots() {
        for (int i = 0; i < 10; i++) {
            byHand.execute(call("c" + i));
        }
        assertThat(hand.asked).hasSize(SLOTS);
        hand.runAll();
        assertThat(ran).containsExactly("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9");
        assertThat(byHand.hasWaiting()).isFalse();

        byHand.execute(call("later"));
        assertThat(hand.asked).as("the slots are free again").hasSize(1);
    }

    @Test
    void nothingIsTakenAheadBeforeAnythingHasRun() {
        assertThat(byHand.ahead()).isZero();
    }

    @Test
    void fastCallsAreTakenAheadUpToABound() {
        runFast(2_000);
        assertThat(byHand.ahead()).isBetween(1, 256);
    }

    @Test
    void nothingIsTakenAheadWhileHalfTheStockWaits() {
        runFast(2_000);
        int stock = byHand.ahead();
        for (int i = 0; i <= stock / 2; i++) {
            byHand.execute(() -> {});
        }
        assertThat(byHand.ahead()).isZero();
        hand.runAll();
        assertThat(byHand.ahead()).isPositive();
    }

    /** However fast all were until now: what is taken while no slot comes free could not be started. */
    @Test
    void nothingIsTakenAheadWhileEverySlotIsBlocked() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            runAndAwait();
        }
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(SLOTS);
        for (int i = 0; i < SLOTS; i++) {
            queue.execute(() -> {
                blocked.countDown();
                awaitQuietly(release);
            });
        }
        assertThat(blocked.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        long begunNanos = System.nanoTime();
        while (queue.ahead() > 0) {
            assertThat(System.nanoTime() - begunNanos).isLessThan(TimeUnit.SECONDS.toNanos(WAIT_SECONDS));
            Thread.onSpinWait();
        }
        release.countDown();
    }

    @Test
    void whatWaitsBehindTakenSlotsIsGivenUpAndWhatASlotIsFreeForIsNot() {
        for (int i = 0; i < SLOTS + 2; i++) {
            byHand.execute(call("c" + i));
        }
        List<Runnable> out = new ArrayList<>();
        byHand.giveUp(TimeUnit.HOURS.toNanos(1), out::add);
        assertThat(out).as("too young").isEmpty();
        byHand.giveUp(0, out::add);
        assertThat(out)
                .as("virtual threads that wait for a processor have slots")
                .hasSize(2);
        hand.runAll();
        assertThat(ran).containsExactly("c0", "c1", "c2");
    }

    @Test
    void aCallThatBreaksOffLeavesItsThreadToTheNext() {
        byHand.execute(() -> {
            throw new StackOverflowError("asked for");
        });
        byHand.execute(call("next"));
        byHand.execute(() -> {
            throw new IllegalStateException("asked for");
        });
        byHand.execute(call("last"));
        hand.runOne();
        assertThat(ran).containsExactly("next", "last");
        hand.runAll();
        ran.clear();
        for (int i = 0; i < SLOTS; i++) {
            byHand.execute(call("again"));
        }
        assertThat(hand.asked).as("no slot was lost").hasSize(SLOTS);
    }

    @Test
    void aClosedPoolTakesNothing() {
        hand.fault = new RejectedExecutionException("closed");
        assertThatThrownBy(() -> byHand.execute(call("late"))).isSameAs(hand.fault);
        assertThat(byHand.hasWaiting()).isFalse();
    }

    @Test
    void withoutAThreadACallIsRefusedUnlessAnotherThreadComesToIt() {
        hand.fault = new OutOfMemoryError("asked for");
        assertThatThrownBy(() -> byHand.execute(call("refused"))).isSameAs(hand.fault);
        assertThat(byHand.hasWaiting()).isFalse();

        hand.fault = null;
        byHand.execute(call("first"));
        hand.fault = new OutOfMemoryError("asked for");
        byHand.execute(call("second"));
        hand.fault = null;
        hand.runAll();
        assertThat(ran).containsExactly("first", "second");
        for (int i = 0; i < SLOTS; i++) {
            byHand.execute(call("again"));
        }
        assertThat(hand.asked).as("no slot was lost").hasSize(SLOTS);
    }

    /** Callers, slots and whoever gives up race: each call runs or is given up, once, and none stays behind. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noCallIsLostOrRunTwice(long seed) throws Exception {
        int calls = 2_000;
        Random random = new Random(seed);
        AtomicInteger[] met = new AtomicInteger[calls];
        CountDownLatch all = new CountDownLatch(calls);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Runnable> work = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            AtomicInteger count = new AtomicInteger();
            met[i] = count;
            int spins = random.nextInt(200);
            boolean breaksOff = random.nextInt(50) == 0;
            work.add(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                for (int spin = 0; spin < spins; spin++) {
                    Thread.onSpinWait();
                }
                running.decrementAndGet();
                count.incrementAndGet();
                all.countDown();
                if (breaksOff) {
                    throw new AssertionError("asked for");
                }
            });
        }
        AtomicInteger givenUp = new AtomicInteger();
        Thread caller = new Thread(() -> work.subList(0, calls / 2).forEach(queue::execute));
        caller.start();
        for (Runnable call : work.subList(calls / 2, calls)) {
            queue.execute(call);
            if (random.nextInt(20) == 0) {
                queue.giveUp(0, taken -> {
                    int index = work.indexOf(taken);
                    met[index].incrementAndGet();
                    givenUp.incrementAndGet();
                    all.countDown();
                });
            }
        }
        caller.join();
        assertThat(all.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(met).allSatisfy(count -> assertThat(count).hasValue(1));
        assertThat(most.get()).isLessThanOrEqualTo(SLOTS);
        assertThat(queue.hasWaiting()).isFalse();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 20);
    }

    private void runFast(int count) {
        for (int i = 0; i < count; i++) {
            byHand.execute(() -> {});
            hand.runAll();
        }
    }

    private void runAndAwait() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        queue.execute(done::countDown);
        assertThat(done.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private Runnable call(String name) {
        return () -> ran.add(name);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Threads that come when a test says so. */
    private static final class HandThreads extends AbstractExecutorService {
        final Queue<Runnable> asked = new ArrayDeque<>();
        Throwable fault;

        @Override
        public void execute(Runnable work) {
            if (fault instanceof Error error) {
                throw error;
            } else if (fault instanceof RuntimeException refusal) {
                throw refusal;
            }
            asked.add(work);
        }

        void runOne() {
            asked.remove().run();
        }

        void runAll() {
            while (!asked.isEmpty()) {
                runOne();
            }
        }

        @Override
        public void shutdown() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Runnable> shutdownNow() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }
    }
}
