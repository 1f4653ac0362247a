package dev.ax.store;

import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.Outcome;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be read is set aside, visibly, and spoils nothing beside it. */
class DamagedRecordTest {
    private final RedisServer redis = RedisServers.shared();
    private StoreFixture ax;
    private String key;

    @BeforeEach
    void open() {
        ax = new StoreFixture(TestConfigs.standalone(redis.url()));
        key = "{" + ax.config.name() + ":0}:";
    }

    @AfterEach
    void close() {
        ax.close();
    }

    private void submitHundred() {
        List<dev.ax.task.TaskSpec> specs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            specs.add(ax.spec("d-" + i).type("damage").done());
        }
        await(ax.store.submit(specs));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "truncated", "\u0002another format that is long enough to hold a head of its own"})
    void aSpecThatCannotBeReadSpoilsNoneOfTheOther99(String damage) {
        submitHundred();
        redis.command("HSET", key + "spec", "d-50", damage);
        List<ClaimedTask> claimed = ax.claim(100, "type:damage");
        assertThat(claimed).hasSize(99);
        List<Completion> ends = claimed.stream()
                .map(task -> ax.completion(task, Outcome.Succeeded.WITHOUT_RESULT))
                .toList();
        assertThat(await(ax.store.complete(ends))).containsOnly(CompletionStatus.ACCEPTED);
        assertThat(await(ax.store.counts()).damaged()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "\u0001\u0003short", "\u0007another format"})
    void aStateThatCannotBeReadSpoilsNoneOfTheOther99(String damage) {
        submitHundred();
        List<ClaimedTask> claimed = ax.claim(100, "type:damage");
        assertThat(claimed).hasSize(100);
        redis.command("HSET", key + "state", "d-7", damage);
        List<Holding> holdings = claimed.stream().map(ClaimedTask::holding).toList();
        assertThat(await(ax.store.renew(ax.node, StoreFixture.LEASE, holdings)).lost())
                .extracting(Holding::id)
                .containsExactly("d-7");
        List<Completion> ends = claimed.stream()
                .map(task -> ax.completion(task, Outcome.Succeeded.WITHOUT_RESULT))
                .toList();
        List<CompletionStatus> statuses = await(ax.store.complete(ends));
        assertThat(statuses).filteredOn(CompletionStatus.ACCEPTED::equals).hasSize(99);
        assertThat(await(ax.store.counts()).damaged()).isEqualTo(1);
        assertThat(await(ax.store.counts()).running()).isZero();
    }

    /** Without their names nothing can be submitted; and a number given twice would hand tasks to another handler. */
    @ParameterizedTest
    @ValueSource(strings = {"lane-names", "lane-numbers"})
    void whatTheStoreLostOfTheLanesIsMendedFromTheRest(String lost) {
        submitHundred();
        ax.submit(ax.spec("later").type("damage").delayMs(60_000).done());
        redis.command("DEL", key + lost);

        List<Submission> made = ax.submit(
                ax.spec("other").type("another").done(),
                ax.spec("more").type("damage").done());

        assertThat(made).allMatch(Submission.Created.class::isInstance);
        assertThat(ax.claim(200, "type:another")).extracting(ClaimedTask::id).containsExactly("other");
        await(ax.store.runNow("later", new Actor("api", null)));
        ax.fire();
        assertThat(ax.claim(200, "type:damage"))
                .hasSize(102)
                .extracting(ClaimedTask::id)
                .contains("later", "more");
    }

    @Test
    void theAuditFindsLostRecordsAndSetsUnreadableOnesAside() {
        submitHundred();
        await(ax.store.submit(
                List.of(ax.spec("due").type("damage").delayMs(3_600_000).done())));
        redis.command(
                "DEL", key + "ready:default:type:damage:rest", key + "due:" + ax.store.partitionOf("due") + ":rest");
        redis.command("HSET", key + "spec", "d-3", "short");
        String cursor = "0";
        int mended = 0;
        List<String> setAside = new ArrayList<>();
        do {
            StoreUpkeep.Audited audited = await(ax.store.upkeep().audit(0, cursor, 50));
            mended += audited.mended();
            setAside.addAll(audited.setAside());
            cursor = audited.cursor();
        } while (!cursor.equals("0"));
        assertThat(mended).isEqualTo(100);
        assertThat(setAside).containsExactly("d-3");
        assertThat(ax.claim(200, "type:damage")).hasSize(99);
        assertThat(await(ax.store.read("due")).state()).isEqualTo(dev.ax.task.TaskState.PENDING);
    }

    @Test
    void anEntryWithoutARecordIsDropped() {
        submitHundred();
        redis.command("HDEL", key + "spec", "d-9");
        assertThat(ax.claim(100, "type:damage")).hasSize(99);
        redis.command("ZADD", key + "running", "1", "ghost");
        assertThat(await(ax.store.upkeep().endedLeases(0, ax.node, List.of(0), 100)))
                .isEmpty();
        assertThat(redis.command("ZSCORE", key + "running", "ghost")).isNull();
    }

    @Test
    void lanesThatTheStoreForgotAreNamedAgain() {
        ax.submit(ax.spec("lane-1").type("lanes").done());
        redis.command("DEL", key + "lane-names", key + "lane-numbers");
        assertThat(ax.submit(ax.spec("lane-2").type("lanes").done()).get(0)).isInstanceOf(Submission.Created.class);
        assertThat(ax.claim(10, "type:lanes")).extracting(ClaimedTask::id).contains("lane-2");
    }
}
