package dev.ax.task;

/**
 * A task as it stands at one moment. Instants are epoch milliseconds by the store's clock, 0 for none.
 *
 * @param priority the one in force
 * @param runAtMs the due instant now in force
 * @param readyAtMs of the latest attempt, or of the wait for the next where it is READY
 * @param startedAtMs of the latest attempt: the claim, replaced by the call of the executor once the store hears of it
 * @param attempt starts so far
 * @param retry retries used since submission or replay
 * @param lost LOST attempts in a row
 * @param replays how often it was replayed
 * @param token of the latest attempt; 0 before the first
 * @param version grows with each transition
 * @param node of the latest attempt; null for none
 * @param lastError of the latest failed attempt; null for none
 * @param result JSON text; null for none
 * @param progress null for none
 */
@SuppressWarnings("ArrayRecordComponent") // passed through, never compared
public record Task(
        TaskSpec spec,
        TaskState state,
        int priority,
        long runAtMs,
        long readyAtMs,
        long startedAtMs,
        long endedAtMs,
        int attempt,
        int retry,
        int lost,
        int replays,
        long token,
        long version,
        String node,
        String lastError,
        byte[] result,
        boolean resultOmitted,
        Progress progress) {

    public String id() {
        return spec.id();
    }

    /** The same with another start of the latest attempt. */
    public Task startedAt(long otherStartedAtMs) {
        return new Task(
                spec,
                state,
                priority,
                runAtMs,
                readyAtMs,
                otherStartedAtMs,
                endedAtMs,
                attempt,
                retry,
                lost,
                replays,
                token,
                version,
                node,
                lastError,
                result,
                resultOmitted,
                progress);
    }
}
