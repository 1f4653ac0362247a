package dev.ax.tick;

import java.util.Arrays;

/**
 * Hands due instants over to the tick from any thread: a pair of numbers each in a shared array, one wake-up for all
 * that came since the tick last looked. So a batch of submissions costs the tick one turn, and no message a task.
 *
 * <p>The lock is held for some nanoseconds, and for the copy when the array grows; it is never held while others are
 * called. What the tick has not taken yet is bounded by what is offered between two of its turns.
 */
public final class DueInbox {
    private static final long DROPPED = Long.MIN_VALUE;
    private static final int INITIAL_LENGTH = 512;

    private final Object lock = new Object();
    /** Partition and instant in turn. */
    private long[] arrived = new long[INITIAL_LENGTH];

    private int arrivedLength;
    /** What each partition was offered last in this batch: a batch of one delay is one instant. */
    private final long[] lastOffered;

    private Runnable signal;
    private boolean closed;

    /** Only the tick touches these. */
    private long[] taken = new long[INITIAL_LENGTH];

    private int takenLength;
    private int takenAt;

    public DueInbox(int partitions) {
        this.lastOffered = new long[partitions];
        Arrays.fill(lastOffered, DROPPED);
    }

    /** Something is due in the partition at that instant. A repeat is harmless. */
    public void offer(int partition, long dueMs) {
        Runnable wake;
        synchronized (lock) {
            wake = put(partition, Math.max(dueMs, DROPPED + 1));
        }
        run(wake);
    }

    /** The same for many instants of a partition. */
    public void offerAll(int partition, long[] dueMs) {
        Runnable wake = null;
        synchronized (lock) {
            for (long due : dueMs) {
                Runnable woken = put(partition, Math.max(due, DROPPED + 1));
                wake = woken != null ? woken : wake;
            }
        }
        run(wake);
    }

    /** The partition is no longer served here: what was offered of it before may be forgotten. */
    public void drop(int partition) {
        Runnable wake;
        synchronized (lock) {
            wake = put(partition, DROPPED);
        }
        run(wake);
    }

    /** Has {@code signal} run, on the thread that offers, when the first instant arrives after a drain. */
    void onArrival(Runnable signal) {
        boolean waiting;
        synchronized (lock) {
            this.signal = signal;
            waiting = arrivedLength > 0;
        }
        if (waiting) {
            signal.run();
        }
    }

    /** From now on offers are ignored: the tick is gone. */
    void close() {
        synchronized (lock) {
            closed = true;
            arrivedLength = 0;
        }
    }

    /**
     * Gives the tick what arrived, in order.
     *
     * @param limit most entries of this call
     * @return whether more is left
     */
    boolean drain(int limit, Taker taker) {
        int left = limit;
        while (left > 0 && (takenAt < takenLength || swap())) {
            int partition = (int) taken[takenAt];
            long dueMs = taken[takenAt + 1];
            takenAt += 2;
            left--;
            if (dueMs == DROPPED) {
                taker.dropped(partition);
            } else {
                taker.due(partition, dueMs);
            }
        }
        return takenAt < takenLength;
    }

    private boolean swap() {
        synchronized (lock) {
            if (arrivedLength == 0) {
                return false;
            }
            long[] empty = taken;
            taken = arrived;
            takenLength = arrivedLength;
            takenAt = 0;
            arrived = empty;
            arrivedLength = 0;
            Arrays.fill(lastOffered, DROPPED);
            return true;
        }
    }

    /** Returns what to run once the lock is free; null for nothing. */
    private Runnable put(int partition, long dueMs) {
        if (closed || (lastOffered[partition] == dueMs && dueMs != DROPPED)) {
            return null;
        }
        if (arrivedLength == arrived.length) {
            arrived = Arrays.copyOf(arrived, arrived.length * 2);
        }
        boolean first = arrivedLength == 0;
        arrived[arrivedLength] = partition;
        arrived[arrivedLength + 1] = dueMs;
        arrivedLength += 2;
        lastOffered[partition] = dueMs;
        return first ? signal : null;
    }

    private static void run(Runnable wake) {
        if (wake != null) {
            wake.run();
        }
    }

    /** Takes what {@link #drain} gives. */
    interface Taker {
        void due(int partition, long dueMs);

        void dropped(int partition);
    }
}
