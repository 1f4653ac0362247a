package dev.ax.store;

import java.util.List;
import java.util.Set;

/**
 * What a call of {@code fire} moved to READY.
 *
 * @param count tasks moved
 * @param routes of the tasks moved, to wake those who claim
 * @param partitions in the order asked for
 */
public record Fired(int count, Set<String> routes, List<Partition> partitions) {

    /** Where a partition stands afterwards; {@code nextDueMs} may be past when the limit was reached, -1 for nothing left. */
    public record Partition(int partition, long nextDueMs) {}
}
