package dev.ax.task;

/**
 * A change of state that the store has made, for events and metrics.
 *
 * @param type null where the script that made it does not know it
 * @param queue null where the script that made it does not know it
 * @param from null for a submission
 * @param outcome how the attempt ended; null where none did
 * @param node null where no node took part
 * @param reason null where there is nothing to say
 */
public record Transition(
        long atMs,
        String id,
        String type,
        String queue,
        TaskState from,
        TaskState to,
        int attempt,
        AttemptStatus outcome,
        String node,
        String reason) {}
