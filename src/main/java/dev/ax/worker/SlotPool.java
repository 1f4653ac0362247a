package dev.ax.worker;

import dev.ax.store.ClaimedTask;
import java.util.List;

/**
 * One pool of slots of a node: what it can run and how much more of it. Dispatch never hands it more than
 * {@link #room()}.
 */
public interface SlotPool {

    /** {@code handlers}, {@code http} or {@code bus}; names the pool in metrics. */
    String name();

    /** The routes that it serves as of now; empty where it serves none. */
    List<String> routes();

    /** Slots that are free. A slot is taken by {@link #run} and free again once its executor has truly returned. */
    int freeSlots();

    /**
     * Attempts that it takes now. More than the free slots where slots become free so fast that what is claimed now
     * would find them so: a claim for each slot that ends would cost more than the work.
     */
    default int room() {
        return freeSlots();
    }

    /** How many slots there are. */
    int slots();

    /** Has {@code listener} called, on any thread, whenever a slot became free. */
    void onFree(Runnable listener);

    /**
     * Runs an attempt: asks the guard to begin, calls the executor, enforces the task's timeout. Never blocks.
     *
     * @param sink called exactly once, on any thread
     */
    void run(ClaimedTask task, LeaseGuard guard, AttemptSink sink);
}
