package dev.ax.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that request bodies of a node may take together, from their first byte until they are answered. Each body
 * has a bound of its own; this one holds when thousands come at once. Shared by all instances, any thread.
 */
final class BodyBudget {
    private final AtomicLong free;

    BodyBudget(long bytes) {
        this.free = new AtomicLong(bytes);
    }

    /** An eighth of the heap: parsing and answering takes a few times what a body does. */
    static BodyBudget ofHeap() {
        return new BodyBudget(Runtime.getRuntime().maxMemory() / 8);
    }

    /** Takes so many bytes; false, and takes none, where they are not there. */
    boolean take(int bytes) {
        if (free.addAndGet(-bytes) >= 0) {
            return true;
        }
        free.addAndGet(bytes);
        return false;
    }

    void give(long bytes) {
        free.addAndGet(bytes);
    }
}
