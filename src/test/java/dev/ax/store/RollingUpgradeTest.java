package dev.ax.store;

import static dev.ax.store.NodeRegistryTest.FIGURES;
import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ax.config.RedisConfig;
import dev.ax.store.StoreUpkeep.Retention;
import dev.ax.task.Outcome;
import dev.ax.task.TaskState;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two releases on one store: what they may write, and what the older one does with what it cannot read. */
class RollingUpgradeTest {
    private static final int NEXT = SpecCodec.FORMAT + 1;
    private static final String RECORD = "\u0002a record of the next format, whatever may stand in it";

    private final RedisServer redis = RedisServers.shared();
    private StoreFixture ax;

    @BeforeEach
    void open() {
        ax = new StoreFixture(TestConfigs.of(RedisConfig.Mode.STANDALONE, List.of(redis.url()), 2));
    }

    @AfterEach
    void close() {
        ax.close();
    }

    private String key(int group, String name) {
        return "{" + ax.config.name() + ":" + group + "}:" + name;
    }

    private String agreed(int group) {
        Object format = redis.command("HGET", key(group, "settings"), "format");
        return format == null ? "" + SpecCodec.FORMAT : format.toString();
    }

    private void agreeOnNext() {
        NodeIdentity newer = ax.join("newer").node();
        assertThat(await(ax.store.registry(NEXT).beat(newer, FIGURES)).outdated())
                .isFalse();
        assertThat(agreed(0)).isEqualTo("" + NEXT);
    }

    @Test
    void aFormatIsWrittenOnlyOnceEveryLiveNodeReadsIt() {
        NodeRegistry old = ax.store.registry();
        NodeRegistry next = ax.store.registry(NEXT);
        NodeIdentity newer = ax.join("newer").node();
        await(old.beat(ax.node, FIGURES));
        await(next.beat(newer, FIGURES));
        assertThat(agreed(0)).isEqualTo("" + SpecCodec.FORMAT);
        assertThat(await(old.beat(ax.node, FIGURES)).outdated()).isFalse();

        await(old.remove(ax.node.id(), ax.node.incarnation(), Duration.ZERO));
        await(next.beat(newer, FIGURES));

        assertThat(agreed(0)).isEqualTo("" + NEXT);
        assertThat(agreed(1)).isEqualTo("" + NEXT);
        assertThat(await(old.beat(ax.node, FIGURES)).outdated()).isTrue();
        assertThat(agreed(0)).as("never goes back").isEqualTo("" + NEXT);
    }

    @Test
    void anOlderReleaseDoesNotStartBesideNewerRecords() {
        agreeOnNext();

        assertThatThrownBy(() -> ax.join("node-2"))
                .isInstanceOf(SettingsMismatchException.class)
                .hasMessageContaining("records of format " + NEXT)
                .hasMessageContaining("reads " + SpecCodec.FORMAT);
    }

    @Test
    void withoutAnAgreementSuchARecordIsDamage() {
        ax.submit(ax.spec("a").done());
        redis.command("HSET", key(groupOf("a"), "spec"), "a", RECORD);

        assertThat(ax.claim(10, "type:noop")).isEmpty();

        assertThat(await(ax.store.counts()).damaged()).isEqualTo(1);
    }

    @Test
    void whatIsDueOfTheNextFormatWaitsForANodeThatReadsIt() {
        ax.submit(ax.spec("theirs").done(), ax.spec("ours").done());
        String ready = key(groupOf("theirs"), "ready:default:type:noop:rest");
        agreeOnNext();
        redis.command("HSET", key(groupOf("theirs"), "spec"), "theirs", RECORD);

        assertThat(ax.claim(10, "type:noop")).extracting(ClaimedTask::id).containsExactly("ours");
        assertThat(ax.claim(10, "type:noop")).isEmpty();

        assertThat(redis.command("ZCARD", ready)).isEqualTo(1L);
        assertUntouched("spec", "theirs");
        assertThatThrownBy(() -> await(ax.store.read("theirs")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
                .hasMessageContaining("newer release");
        assertThat(await(ax.store.list(new TaskQuery(TaskState.READY, null, null, null, null, 10, null)))
                        .items())
                .isEmpty();
    }

    @Test
    void aLeaseOfTheNextFormatIsLeftToItsOwn() {
        ax.submit(ax.spec("theirs").done(), ax.spec("ours").done());
        List<ClaimedTask> claimed = ax.claim(10, "type:noop");
        assertThat(claimed).hasSize(2);
        agreeOnNext();
        redis.command("HSET", key(groupOf("theirs"), "state"), "theirs", RECORD);
        for (String id : List.of("theirs", "ours")) {
            redis.command("ZADD", key(groupOf(id), "running"), "1", id);
        }

        for (int group = 0; group < 2; group++) {
            assertThat(await(ax.store.upkeep().endedLeases(group, ax.node, List.of(0, 1), 10)))
                    .extracting(ended -> ended.task().id())
                    .doesNotContain("theirs");
        }

        ClaimedTask stale = claimed.stream()
                .filter(task -> task.id().equals("theirs"))
                .findAny()
                .orElseThrow();
        assertThat(ax.complete(stale, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.REFUSED);
        assertThat(redis.command("ZSCORE", key(groupOf("theirs"), "running"), "theirs"))
                .isNotNull();
        assertUntouched("state", "theirs");
    }

    @Test
    void purgeAndAuditPassOverTheNextFormat() {
        ax.submit(ax.spec("theirs").done(), ax.spec("ours").done());
        for (ClaimedTask task : ax.claim(10, "type:noop")) {
            ax.complete(task, Outcome.Succeeded.WITHOUT_RESULT);
        }
        agreeOnNext();
        redis.command("HSET", key(groupOf("theirs"), "state"), "theirs", RECORD);
        for (String id : List.of("theirs", "ours")) {
            redis.command("ZADD", key(groupOf(id), "ended:SUCCEEDED"), "1", id);
        }
        Retention hour =
                new Retention(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

        for (int group = 0; group < 2; group++) {
            await(ax.store.upkeep().purge(group, hour, 100));
            assertThat(await(ax.store.upkeep().audit(group, "0", 100)).setAside())
                    .isEmpty();
        }

        assertThat(await(ax.store.read("ours"))).isNull();
        assertUntouched("state", "theirs");
        assertThat(redis.command("ZSCORE", key(groupOf("theirs"), "ended:SUCCEEDED"), "theirs"))
                .isNotNull();
    }

    private void assertUntouched(String hash, String id) {
        assertThat(redis.command("HGET", key(groupOf(id), hash), id)).hasToString(RECORD);
        assertThat(await(ax.store.counts()).damaged()).isZero();
    }

    private int groupOf(String id) {
        return ax.store.groupOf(ax.store.partitionOf(id));
    }
}
