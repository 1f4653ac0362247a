package dev.ax.store;

import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.Outcome;
import dev.ax.task.RetryPolicy;
import dev.ax.task.TaskState;
import dev.ax.testing.FaultProxy;
import dev.ax.testing.FaultProxy.Drop;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The answer of a script is lost after it ran: the repeat changes nothing and answers as the first would have. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostReplyTest {
    private static final Actor SOMEONE = new Actor("api", "because");

    private FaultProxy proxy;
    private StoreFixture ax;
    private CompletableFuture<Void> lost;

    @BeforeAll
    void open() {
        proxy = FaultProxy.before(RedisServers.shared());
        ax = new StoreFixture(TestConfigs.standalone(proxy.url()));
    }

    @AfterAll
    void close() {
        ax.close();
        proxy.close();
    }

    private void lose(Script script) {
        lost = proxy.dropReply(script.file(), 1, Drop.CLOSE);
    }

    private void awaitConnection() {
        while (!ax.store.awayFor().isZero()) {
            Thread.onSpinWait();
        }
    }

    private TaskState state(String id) {
        return await(ax.store.read(id)).state();
    }

    @Test
    void ofSubmitThenTheTaskIsCreatedOnce() {
        lose(Script.SUBMIT);
        assertThat(ax.submit(ax.spec("lost-submit").type("ls").done()).get(0)).isInstanceOf(Submission.Created.class);
        assertThat(lost).isCompleted();
        assertThat(ax.claim(10, "type:ls"))
                .hasSize(1)
                .allSatisfy(task -> ax.complete(task, Outcome.Succeeded.WITHOUT_RESULT));
    }

    @Test
    void ofClaimThenTheSameTasksComeAgain() {
        ax.submit(ax.spec("lost-claim").type("lc").done());
        lose(Script.CLAIM);
        List<ClaimedTask> claimed = ax.claim(10, "type:lc");
        assertThat(lost).isCompleted();
        assertThat(claimed).hasSize(1);
        assertThat(claimed.get(0).attempt()).isEqualTo(1);
        assertThat(ax.complete(claimed.get(0), Outcome.Succeeded.WITHOUT_RESULT))
                .isEqualTo(CompletionStatus.ACCEPTED);
    }

    @Test
    void ofCompleteThenTheEndCountsOnce() {
        RetryPolicy policy = new RetryPolicy(3, Duration.ofHours(1), 1, Duration.ofHours(1), 0, 5);
        ax.submit(ax.spec("lost-complete").type("lo").retry(policy).done());
        ClaimedTask claimed = ax.claim(1, "type:lo").get(0);
        lose(Script.COMPLETE);
        assertThat(ax.complete(claimed, Outcome.Failed.retryable("no"))).isEqualTo(CompletionStatus.REPEATED);
        assertThat(lost).isCompleted();
        assertThat(await(ax.store.read("lost-complete")).retry()).isEqualTo(1);
        assertThat(state("lost-complete")).isEqualTo(TaskState.PENDING);
    }

    @Test
    void ofRenewThenTheLeaseIsHeld() {
        ax.submit(ax.spec("lost-renew").type("lr").done());
        ClaimedTask claimed = ax.claim(1, "type:lr").get(0);
        lose(Script.RENEW);
        Renewal renewal = await(ax.store.renew(ax.node, StoreFixture.LEASE, List.of(claimed.holding())));
        assertThat(lost).isCompleted();
        assertThat(renewal.replaced()).isFalse();
        assertThat(renewal.lost()).isEmpty();
        lose(Script.HOLDS);
        assertThat(await(ax.store.holds(List.of(claimed.holding())))).containsExactly(true);
        ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT);
    }

    @Test
    void ofDetachAndHeartbeatThenTheExecutorStillHolds() {
        ax.submit(ax.spec("lost-detach").type("ld").done());
        ClaimedTask claimed = ax.claim(1, "type:ld").get(0);
        lose(Script.DETACH);
        assertThat(await(ax.store.detach(claimed.holding(), 0, Duration.ofSeconds(60), null)))
                .isTrue();
        lose(Script.HEARTBEAT);
        assertThat(await(ax.store.heartbeat(claimed.holding(), null))).isTrue();
        ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT);
    }

    @Test
    void ofAnActionThenItIsDoneOnceAndSaidToBeDone() {
        RetryPolicy never = new RetryPolicy(0, Duration.ZERO, 1, Duration.ZERO, 0, 5);
        ax.submit(
                ax.spec("lost-cancel").type("la").delayMs(3_600_000).done(),
                ax.spec("lost-run-now")
                        .type("la")
                        .delayMs(3_600_000)
                        .retry(never)
                        .done());
        lose(Script.CANCEL);
        assertThat(await(ax.store.cancel("lost-cancel", SOMEONE))).isInstanceOf(ActionResult.Done.class);
        assertThat(state("lost-cancel")).isEqualTo(TaskState.CANCELED);
        lose(Script.RUN_NOW);
        assertThat(await(ax.store.runNow("lost-run-now", SOMEONE))).isInstanceOf(ActionResult.Done.class);
        assertThat(state("lost-run-now")).isEqualTo(TaskState.READY);
        ax.complete(ax.claim(1, "type:la").get(0), Outcome.Failed.permanent("no"));
        lose(Script.REPLAY);
        assertThat(await(ax.store.replay("lost-run-now", SOMEONE))).isInstanceOf(ActionResult.Done.class);
        assertThat(await(ax.store.read("lost-run-now")).replays()).isEqualTo(1);
        await(ax.store.cancel("lost-run-now", SOMEONE));
    }

    @Test
    void ofReapThenTheLossCountsOnce() {
        ax.submit(ax.spec("lost-reap").type("lp").done());
        ClaimedTask claimed = ax.claim(1, "type:lp").get(0);
        NodeIdentity younger = ax.join("node-1").node();
        int group = ax.store.groupOf(ax.store.partitionOf("lost-reap"));
        lose(Script.COMPLETE);
        await(ax.store.upkeep().reap(group, younger, List.of(ax.completion(claimed, new Outcome.Lost("node-1")))));
        assertThat(await(ax.store.read("lost-reap")).lost()).isEqualTo(1);
        await(ax.store.cancel("lost-reap", SOMEONE));
    }

    @Test
    void ofFireThenNothingIsMovedTwice() {
        ax.submit(ax.spec("lost-fire").type("lf").delayMs(1).done());
        long dueMs = ax.nowMs() + 5;
        while (ax.nowMs() < dueMs) {
            Thread.onSpinWait();
        }
        lose(Script.FIRE);
        assertThat(ax.store
                        .fire(List.of(ax.store.partitionOf("lost-fire")), 100)
                        .map(fired -> fired.count())
                        .onFailure(StoreException.class)
                        .recoverWithItem(-1)
                        .await()
                        .atMost(StoreFixture.PATIENCE))
                .isEqualTo(-1);
        assertThat(lost).isCompleted();
        awaitConnection();
        assertThat(ax.fire()).isZero();
        assertThat(ax.claim(10, "type:lf"))
                .hasSize(1)
                .allSatisfy(task -> ax.complete(task, Outcome.Succeeded.WITHOUT_RESULT));
    }
}
