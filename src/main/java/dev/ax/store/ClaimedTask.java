package dev.ax.store;

import dev.ax.task.TaskSpec;

/**
 * A task leased to a node: everything that running it takes.
 *
 * @param attempt starts, this one counted
 * @param retry retries used before this attempt
 * @param lost LOST attempts in a row before this one
 * @param dueMs the due instant in force
 * @param claimedAtMs by the store's clock
 */
public record ClaimedTask(
        TaskSpec spec,
        int priority,
        int attempt,
        int retry,
        int lost,
        int replays,
        long token,
        long dueMs,
        long readyAtMs,
        long claimedAtMs,
        long leaseUntilMs) {

    public String id() {
        return spec.id();
    }

    public Holding holding() {
        return new Holding(spec.id(), token);
    }
}
