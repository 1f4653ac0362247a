package dev.ax.worker;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs calls in the order they came, a slot each, and keeps a small stock for the slots that become free before another
 * claim could fill them.
 *
 * <p>The stock is what the slots get through in {@link #HORIZON_NANOS} at their pace of late: hundreds of calls that
 * take microseconds, none that take a second, and none while every slot is taken by one that takes longer than that, so
 * that no task is held back from another node that could start it. Safe for use by any thread.
 */
final class HandlerQueue implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerQueue.class);

    /** A claim comes back sooner than this, unless the store is slow. */
    private static final long HORIZON_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int LARGEST_STOCK = 256;

    private final int slots;
    private final ExecutorService threads;
    private final Pace pace = new Pace();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();
    /** Of those busy, the ones that were asked for and have not come yet: virtual threads wait for a processor, too. */
    private final AtomicInteger coming = new AtomicInteger();

    private volatile long lastEndNanos = System.nanoTime();

    /** @param threads as many as there are slots */
    HandlerQueue(int slots, ExecutorService threads) {
        this.slots = slots;
        this.threads = threads;
    }

    /**
     * How many calls more than there are slots it takes. Nothing while half the stock is there, since a claim for a few
     * costs the store as much as one for many.
     */
    int ahead() {
        long stock = Math.min(LARGEST_STOCK, slots * pace.turnsIn(HORIZON_NANOS));
        return stock == 0 || waitingCount.get() > stock / 2 || isBlocked() ? 0 : (int) stock;
    }

    /** Whether the slots are taken by calls of which the pace of late knows nothing. */
    private boolean isBlocked() {
        return busy.get() >= slots && System.nanoTime() - lastEndNanos > HORIZON_NANOS;
    }

    /**
     * Takes a call.
     *
     * @throws java.util.concurrent.RejectedExecutionException once its threads are shut down; nothing was taken then
     * @throws Error where no thread can be had and none works that would come to the call; nothing was taken then
     */
    @Override
    public void execute(Runnable call) {
        Waiting entry = new Waiting(call, System.nanoTime());
        waiting.add(entry);
        waitingCount.incrementAndGet();
        try {
            hire();
        } catch (RuntimeException closing) {
            if (take(entry)) {
                throw closing;
            }
        } catch (Error noThread) {
            if (busy.get() == 0 && take(entry)) {
                throw noThread;
            }
        }
    }

    /**
     * Takes out the calls that have waited for longer than that, as the slots are slower than they were thought to be. Those
     * that a slot is free for stay: only its thread is late.
     */
    void giveUp(long nanos, Consumer<Runnable> takenOut) {
        long now = System.nanoTime();
        int provided = coming.get();
        for (Waiting entry : waiting) {
            if (now - entry.sinceNanos < nanos) {
                return;
            }
            if (provided > 0) {
                provided--;
            } else if (take(entry)) {
                pace.took(now - entry.sinceNanos);
                takenOut.accept(entry.call);
            }
        }
    }

    boolean hasWaiting() {
        return waitingCount.get() > 0;
    }

    private boolean take(Waiting entry) {
        boolean taken = waiting.remove(entry);
        if (taken) {
            waitingCount.decrementAndGet();
        }
        return taken;
    }

    /** Has a further thread work where a slot is free. */
    private void hire() {
        if (!takeSlot()) {
            return;
        }
        coming.incrementAndGet();
        try {
            threads.execute(this::work);
        } catch (RuntimeException | Error fault) {
            coming.decrementAndGet();
            busy.decrementAndGet();
            throw fault;
        }
    }

    private boolean takeSlot() {
        for (int working = busy.get(); working < slots; working = busy.get()) {
            if (busy.compareAndSet(working, working + 1)) {
                return true;
            }
        }
        return false;
    }

    private void work() {
        coming.decrementAndGet();
        do {
            try {
                for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
                    waitingCount.decrementAndGet();
                    run(next.call);
                }
            } finally {
                busy.decrementAndGet();
            }
            // One may have come after the last look while every slot still seemed to be taken.
        } while (!waiting.isEmpty() && takeSlot());
    }

    /** One that breaks off must not leave those that wait behind it without a thread. */
    private void run(Runnable call) {
        long begunNanos = System.nanoTime();
        try {
            call.run();
        } catch (Throwable fault) {
            LOG.error("A handler's call broke off; the next one follows.", fault);
        }
        long endNanos = System.nanoTime();
        lastEndNanos = endNanos;
        pace.took(endNanos - begunNanos);
    }

    private static final class Waiting {
        private final Runnable call;
        private final long sinceNanos;

        Waiting(Runnable call, long sinceNanos) {
            this.call = call;
            this.sinceNanos = sinceNanos;
        }
    }
}
