package dev.ax.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What follows from the end of an attempt. */
class AttemptFinisherTest {
    private static final Outcome LOST = new Outcome.Lost("node-1");
    private static final Outcome RELEASED = new Outcome.Released("node-1");
    private static final Outcome FAILED = new Outcome.Failed("no", false, null);

    private final AttemptFinisher finisher = new AttemptFinisher(new SplittableRandom(78));

    /** F78: six crashes, then a dead letter. The count lies in the store, so no crash forgets it. */
    @Test
    void aTaskThatKillsItsNodeIsPoisonAfterSixLossesInARow() {
        int lost = 0;
        for (int loss = 1; loss <= 5; loss++) {
            Verdict verdict = finisher.finish(LOST, RetryPolicy.DEFAULT, 0, lost);
            assertThat(verdict.next()).isEqualTo(TaskState.PENDING);
            assertThat(verdict.retry()).isZero();
            assertThat(verdict.delayMs()).isBetween(0L, loss <= 2 ? 0L : loss * 10_000L);
            lost = verdict.lost();
            assertThat(lost).isEqualTo(loss);
        }

        Verdict last = finisher.finish(LOST, RetryPolicy.DEFAULT, 0, lost);

        assertThat(last.next()).isEqualTo(TaskState.FAILED);
        assertThat(last.status()).isEqualTo(AttemptStatus.LOST);
        assertThat(last.reason()).contains("poison", "6");
    }

    /** F82: the tries of a task that was only near are not used up. */
    @Test
    void aHandedBackAttemptNeitherCountsNorClearsTheCount() {
        Verdict verdict = finisher.finish(RELEASED, RetryPolicy.DEFAULT, 2, 4);

        assertThat(verdict.next()).isEqualTo(TaskState.PENDING);
        assertThat(verdict.delayMs()).isZero();
        assertThat(verdict.retry()).isEqualTo(2);
        assertThat(verdict.lost()).isEqualTo(4);
    }

    @Test
    void anyOtherEndStartsTheCountOfLossesAfresh() {
        Verdict verdict = finisher.finish(FAILED, RetryPolicy.DEFAULT, 0, 5);

        assertThat(verdict.next()).isEqualTo(TaskState.PENDING);
        assertThat(verdict.lost()).isZero();
        assertThat(verdict.retry()).isEqualTo(1);
    }

    @Test
    void noLossIsForgivenWhereNoneIsAllowed() {
        RetryPolicy policy = new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofHours(1), 0, 0);

        assertThat(finisher.finish(LOST, policy, 0, 0).next()).isEqualTo(TaskState.FAILED);
    }

    @Test
    void aReceiverPutsOffARetryButNeverHurriesItNorBeyondADay() {
        RetryPolicy policy = new RetryPolicy(3, Duration.ofSeconds(10), 2, Duration.ofHours(1), 0, 5);

        assertThat(delayAfter(policy, Duration.ofSeconds(60))).isEqualTo(60_000);
        assertThat(delayAfter(policy, Duration.ofSeconds(1))).isEqualTo(10_000);
        assertThat(delayAfter(policy, Duration.ofDays(9))).isEqualTo(86_400_000);
    }

    private long delayAfter(RetryPolicy policy, Duration retryAfter) {
        return finisher.finish(new Outcome.Failed("busy", false, retryAfter), policy, 0, 0)
                .delayMs();
    }
}
