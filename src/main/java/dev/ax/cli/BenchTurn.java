package dev.ax.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Numbers handed out in turn to a fixed number of callers, each of whom takes the next when its last is answered. Used
 * once; {@link #next} and {@link #fail} may come from any thread.
 */
final class BenchTurn {
    /** Ten million tasks take this long on a machine that takes three thousand a second. */
    private static final long LONGEST_SECONDS = 3600;

    private final int count;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger open;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<Throwable> fault = new AtomicReference<>();
    private IntConsumer step;

    BenchTurn(int count) {
        this.count = count;
        this.open = new AtomicInteger(count);
    }

    /** Starts the callers by {@code loop} and waits until all is answered; the first failure ends it. */
    void run(int callers, Executor loop, IntConsumer caller) {
        step = caller;
        loop.execute(() -> {
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
