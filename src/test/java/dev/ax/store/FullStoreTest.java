package dev.ax.store;

import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.Outcome;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Redis at its limits: what is refused, what still works, what comes back by itself. */
class FullStoreTest {
    private RedisServer redis;
    private StoreFixture ax;

    @BeforeEach
    void open() {
        redis = RedisServers.start();
        ax = new StoreFixture(TestConfigs.standalone(redis.url()));
    }

    @AfterEach
    void close() {
        ax.close();
        redis.close();
    }

    @Test
    void atMaxmemorySubmissionsAreRefusedAndEverythingThatEndsTasksWorks() {
        ax.submit(
                ax.spec("full-1").type("full").done(),
                ax.spec("full-2").type("full").done(),
                ax.spec("full-3").type("full").done(),
                ax.spec("full-due").type("full").delayMs(1).done());
        List<ClaimedTask> claimed = ax.claim(3, "type:full");
        redis.config("maxmemory", "1");

        Submission refused = ax.submit(ax.spec("full-4").type("full").done()).get(0);
        assertThat(((Submission.Refused) refused).cause().kind()).isEqualTo(StoreException.Kind.FULL);
        assertThat(await(ax.store.renew(
                                ax.node,
                                StoreFixture.LEASE,
                                List.of(claimed.get(0).holding())))
                        .lost())
                .isEmpty();
        assertThat(ax.complete(claimed.get(0), Outcome.Succeeded.WITHOUT_RESULT))
                .isEqualTo(CompletionStatus.ACCEPTED);
        assertThat(ax.complete(claimed.get(1), Outcome.Failed.retryable("no"))).isEqualTo(CompletionStatus.ACCEPTED);
        assertThat(await(ax.store.cancel(claimed.get(2).id(), new Actor("api", null))))
                .isInstanceOf(ActionResult.Done.class);
        while (ax.fire() == 0) {
            Thread.onSpinWait();
        }
        assertThat(ax.claim(10, "type:full")).isNotEmpty();

        redis.config("maxmemory", "0");
        assertThat(ax.submit(ax.spec("full-4").type("full").done()).get(0)).isInstanceOf(Submission.Created.class);
        assertThat(await(ax.store.read("full-1"))).isNotNull();
    }

    @Test
    void scriptsThatTheServerForgotAreSentAgain() {
        redis.command("SCRIPT", "FLUSH");
        assertThat(ax.submit(ax.spec("flushed").type("flush").done()).get(0)).isInstanceOf(Submission.Created.class);
        redis.command("SCRIPT", "FLUSH");
        ClaimedTask claimed = ax.claim(1, "type:flush").get(0);
        redis.command("SCRIPT", "FLUSH");
        assertThat(ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.ACCEPTED);
    }

    @Test
    void afterATimeUnservedNoLeaseIsTakenForAGrace() {
        ax.submit(ax.spec("grace").type("grace").done());
        ax.claim(1, "type:grace");
        String key = "{" + ax.config.name() + ":0}:";
        redis.command("ZADD", key + "running", "1", "grace");
        NodeIdentity other = new NodeIdentity("other", 99, ax.node.incarnation());
        assertThat(await(ax.store.upkeep().endedLeases(0, other, List.of(0), 10)))
                .hasSize(1);
        redis.command("HSET", key + "served", "reaped", Long.toString(ax.nowMs() - 60_000));
        assertThat(await(ax.store.upkeep().endedLeases(0, other, List.of(0), 10)))
                .isEmpty();
        assertThat(await(ax.store.upkeep().endedLeases(0, other, List.of(0), 10)))
                .isEmpty();
        redis.command("HSET", key + "served", "grace", "0");
        assertThat(await(ax.store.upkeep().endedLeases(0, other, List.of(0), 10)))
                .hasSize(1);
    }

    @Test
    void ranksAreMadeByTheAgeingStepThatTheStoreKeepsNotByTheNodesOwn() {
        redis.command("HSET", "{" + ax.config.name() + ":0}:settings", "ageing-step", "PT0S");
        StoreUpkeep.Joined joined = ax.join("node-2");
        assertThat(joined.differences()).singleElement().asString().startsWith("ageing-step is PT0S");
        ax.submit(ax.spec("first").type("step").priority(4).done());
        long firstMs = ax.nowMs();
        while (ax.nowMs() == firstMs) {
            Thread.onSpinWait();
        }
        ax.submit(ax.spec("second").type("step").priority(2).done());
        assertThat(ax.claim(2, "type:step")).extracting(ClaimedTask::id).containsExactly("first", "second");
    }

    @Test
    void numbersOfPartitionsAndGroupsAreFixedAtFirstStart() {
        StoreUpkeep.AgreedSettings other = new StoreUpkeep.AgreedSettings(
                64,
                1,
                StoreFixture.LEASE,
                StoreFixture.LEASE,
                new StoreUpkeep.Retention(
                        StoreFixture.LEASE, StoreFixture.LEASE, StoreFixture.LEASE, StoreFixture.LEASE));
        Throwable refused = ax.store
                .upkeep()
                .join("node-2", other, true)
                .onItemOrFailure()
                .transform((joined, fault) -> fault)
                .await()
                .atMost(StoreFixture.PATIENCE);
        assertThat(refused).isInstanceOf(SettingsMismatchException.class).hasMessageContaining("partitions is 32");
    }
}
