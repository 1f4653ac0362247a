package dev.ax.store;

/**
 * Due instants that lie ahead in a partition.
 *
 * @param dueMs distinct, ascending
 * @param complete whether nothing more lies in the range that was asked for
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier of primitives on a hot path, never compared
public record Upcoming(long[] dueMs, boolean complete) {}
