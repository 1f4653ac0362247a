package dev.ax.task;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The one place where the outcome of an attempt becomes the task's next state. Any thread may use it. */
public final class AttemptFinisher {

    /** No executor may put a task off for longer than this. */
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(24);

    /** The first losses in a row restart at once; later ones part from their neighbours by a random wait. */
    private static final int LOSSES_RESTARTED_AT_ONCE = 2;

    private static final long LOST_STEP_MS = 10_000;

    private final RandomGenerator random;

    public AttemptFinisher(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Decides.
     *
     * @param retry retries used since submission or replay, before this end
     * @param lost LOST attempts in a row, before this end
     */
    public Verdict finish(Outcome outcome, RetryPolicy policy, int retry, int lost) {
        if (outcome instanceof Outcome.Succeeded) {
            return end(outcome, TaskState.SUCCEEDED, retry, null);
        } else if (outcome instanceof Outcome.Canceled) {
            return end(outcome, TaskState.CANCELED, retry, null);
        } else if (outcome instanceof Outcome.Released) {
            return new Verdict(outcome.status(), TaskState.PENDING, 0, retry, lost, "handed back");
        } else if (outcome instanceof Outcome.Lost) {
            return afterLoss(outcome, policy, retry, lost + 1);
        } else if (outcome instanceof Outcome.Failed failed) {
            return failed.permanent()
                    ? end(outcome, TaskState.FAILED, retry, "permanent failure")
                    : afterFailure(outcome, policy, retry, failed.retryAfter());
        }
        return afterFailure(outcome, policy, retry, null);
    }

    private Verdict afterFailure(Outcome outcome, RetryPolicy policy, int retry, Duration retryAfter) {
        if (retry >= policy.maxRetries()) {
            return end(outcome, TaskState.FAILED, retry, "no retries left");
        }
        long backoffMs = policy.delayMs(retry + 1, random.nextDouble());
        long askedMs = retryAfter == null ? 0 : Math.min(retryAfter.toMillis(), LONGEST_RETRY_AFTER.toMillis());
        long delayMs = Math.max(backoffMs, askedMs);
        String reason = "retry " + (retry + 1) + " of " + policy.maxRetries();
        return new Verdict(outcome.status(), TaskState.PENDING, delayMs, retry + 1, 0, reason);
    }

    private Verdict afterLoss(Outcome outcome, RetryPolicy policy, int retry, int lost) {
        if (lost > policy.maxLost()) {
            String reason = "poison: lost " + lost + " times in a row";
            return new Verdict(outcome.status(), TaskState.FAILED, 0, retry, lost, reason);
        }
        long delayMs = lost <= LOSSES_RESTARTED_AT_ONCE ? 0 : random.nextLong(lost * LOST_STEP_MS + 1);
        return new Verdict(outcome.status(), TaskState.PENDING, delayMs, retry, lost, "restarted after a loss");
    }

    private static Verdict end(Outcome outcome, TaskState state, int retry, String reason) {
        return new Verdict(outcome.status(), state, 0, retry, 0, reason);
    }
}
