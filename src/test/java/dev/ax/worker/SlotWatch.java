package dev.ax.worker;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Waits for a pool to have all its slots free again. */
final class SlotWatch {
    private final SlotPool pool;
    private final Semaphore freed = new Semaphore(0);

    SlotWatch(SlotPool pool) {
        this.pool = pool;
        pool.onFree(freed::release);
    }

    void awaitAllFree() throws InterruptedException {
        while (pool.freeSlots() < pool.slots()) {
            if (!freed.tryAcquire(30, TimeUnit.SECONDS)) {
                throw new AssertionError(pool.slots() - pool.freeSlots() + " slots are still taken");
            }
        }
    }
}
