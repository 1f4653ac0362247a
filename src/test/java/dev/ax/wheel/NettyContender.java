package dev.ax.wheel;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Netty's wheel. It has a thread and a clock of its own, so its expiry is measured on one whose slots are of 1 ms with
 * delays of a hundredth, which makes as many timers a slot: a task holds the thread until all are due, and what it does
 * when released is the work. It has no poll to time an empty tick by.
 */
final class NettyContender implements Contender {
    private static final int SCALE = 100;
    private static final int LEAD_MS = 1_000; // longer than the scheduling takes, so that nothing fires before

    private final HashedWheelTimer timer = new HashedWheelTimer(100, TimeUnit.MILLISECONDS, 512);
    private final HashedWheelTimer fast = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 2_048); // one turn, all in all
    private final Timeout[] handles;
    private CountDownLatch held = new CountDownLatch(1);
    private CountDownLatch release = new CountDownLatch(1);
    private CountDownLatch allFired = new CountDownLatch(1);
    private int left;
    private final TimerTask task = timeout -> {
        if (--left == 0) {
            allFired.countDown();
        }
    };

    NettyContender(int timers) {
        handles = new Timeout[timers];
        timer.start();
        fast.start();
    }

    @Override
    public void schedule(int i, long delayMs) {
        handles[i] = timer.newTimeout(task, delayMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void cancel(int i) {
        handles[i].cancel();
    }

    @Override
    public void prepareExpiry(int[] delaysMs) {
        left = delaysMs.length;
        held = new CountDownLatch(1);
        release = new CountDownLatch(1);
        allFired = new CountDownLatch(1);
        long startNanos = System.nanoTime();
        int longestMs = 0;
        for (int i = 0; i < delaysMs.length; i++) {
            long passedMs = (System.nanoTime() - startNanos) / 1_000_000;
            int dueMs = LEAD_MS + delaysMs[i] / SCALE;
            longestMs = Math.max(longestMs, dueMs);
            handles[i] = fast.newTimeout(task, dueMs - passedMs, TimeUnit.MILLISECONDS);
        }
        sleep(100); // it takes over 100,000 timers a tick
        CountDownLatch gate = release;
        CountDownLatch reached = held;
        fast.newTimeout(
                timeout -> {
                    reached.countDown();
                    gate.await();
                },
                1,
                TimeUnit.MILLISECONDS);
        await(reached);
        sleep(longestMs + 50 - (System.nanoTime() - startNanos) / 1_000_000);
    }

    @Override
    public int expire() {
        release.countDown();
        await(allFired);
        return handles.length;
    }

    @Override
    public int emptyTick() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        timer.stop();
        fast.stop();
    }

    /** Its wheel turns by a clock of its own, outside what is measured: there is no signal to wait for. */
    private static void sleep(long ms) {
        try {
            Thread.sleep(Math.max(0, ms));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
