package dev.ax.store;

import dev.ax.task.Verdict;

/**
 * The end of an attempt, on its way to the store.
 *
 * @param type of the task, for events; null where it is not at hand, as with queue and node
 * @param attempt which attempt it is, for events
 * @param startedAtMs when the executor was called, by the store's clock; 0 to keep the instant of the claim
 * @param result JSON text; null for none
 * @param error null for none
 * @param by {@code ax} or {@code executor}
 * @param logUrl null for none
 */
@SuppressWarnings("ArrayRecordComponent") // passed through, never compared
public record Completion(
        Holding holding,
        String type,
        String queue,
        int attempt,
        String node,
        Verdict verdict,
        long startedAtMs,
        byte[] result,
        boolean resultOmitted,
        String error,
        String by,
        String logUrl) {}
