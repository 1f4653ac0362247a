package dev.ax.promoter;

import dev.ax.tick.DueInbox;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How far each partition is, or is being, loaded; decides which offers the wheel takes.
 *
 * <p>The order that loses nothing: a submission is in the store before it is offered, and a horizon is raised before
 * the read of the range up to it is sent. An offer that saw the old horizon was therefore in the store before the read,
 * which finds it; one that sees the new horizon goes to the wheel. One that is found both ways is doubled, harmlessly.
 */
final class Horizons implements WheelFeed {
    private static final long NOT_SERVED = Long.MIN_VALUE;

    private final AtomicLongArray reachMs;
    private final DueInbox inbox;

    Horizons(int partitions, DueInbox inbox) {
        this.reachMs = new AtomicLongArray(partitions);
        this.inbox = inbox;
        for (int partition = 0; partition < partitions; partition++) {
            reachMs.set(partition, NOT_SERVED);
        }
    }

    @Override
    public void offer(int partition, long dueMs) {
        if (dueMs <= reachMs.get(partition)) {
            inbox.offer(partition, dueMs);
        }
    }

    /** Before a read up to this instant is sent. */
    void raise(int partition, long untilMs) {
        reachMs.set(partition, Math.max(reachMs.get(partition), untilMs));
    }

    void close(int partition) {
        reachMs.set(partition, NOT_SERVED);
        inbox.drop(partition);
    }
}
