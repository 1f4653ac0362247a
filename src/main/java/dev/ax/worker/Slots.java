package dev.ax.worker;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The slots of one pool and the attempts that hold them. Safe for use by any thread. */
final class Slots {
    private static final Logger LOG = LoggerFactory.getLogger(Slots.class);

    private final int total;
    private final Set<Attempt> holders = ConcurrentHashMap.newKeySet();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    Slots(int total) {
        this.total = total;
    }

    int total() {
        return total;
    }

    int free() {
        return free(0);
    }

    /** As if there were so many more. */
    int free(int more) {
        return Math.max(0, total + more - holders.size());
    }

    void onFree(Runnable listener) {
        listeners.add(listener);
    }

    void take(Attempt attempt) {
        holders.add(attempt);
    }

    /** Frees the attempt's slot; does nothing the second time. */
    void release(Attempt attempt) {
        if (holders.remove(attempt)) {
            listeners.forEach(Slots::tell);
        }
    }

    /** A listener's fault must not reach the thread of a handler, or keep the next listener from hearing. */
    private static void tell(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException fault) {
            LOG.error("a free slot went unnoticed; the next claim will find it", fault);
        }
    }

    /** Aborts whatever holds a slot. */
    void abortAll() {
        holders.forEach(Attempt::abort);
    }
}
