package dev.ax.promoter;

/** Tells the wheel of a task that became PENDING. Any thread may call it; it costs some nanoseconds and never blocks. */
@FunctionalInterface
public interface WheelFeed {

    /**
     * A task of the partition is due at that instant, and the store knows it already. Ignored where the partition is not
     * loaded so far ahead: the promoter will find it.
     */
    void offer(int partition, long dueMs);
}
