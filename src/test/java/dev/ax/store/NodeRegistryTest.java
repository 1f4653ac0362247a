package dev.ax.store;

import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.config.RedisConfig;
import dev.ax.store.NodeRegistry.Heard;
import dev.ax.store.NodeRegistry.LiveNode;
import dev.ax.store.NodeRegistry.NodeFigures;
import dev.ax.store.NodeRegistry.Stamp;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeRegistryTest {
    static final NodeFigures FIGURES =
            new NodeFigures("10.0.0.7:8080", 3, 5, 8, -12, "1.2.3", 1_700_000_000_000L, List.of("mail", "report"));

    private final RedisServer redis = RedisServers.shared();
    private StoreFixture ax;
    private NodeRegistry registry;

    @BeforeEach
    void open() {
        ax = new StoreFixture(TestConfigs.of(RedisConfig.Mode.STANDALONE, List.of(redis.url()), 8));
        registry = ax.store.registry();
    }

    @AfterEach
    void close() {
        ax.close();
    }

    private String key(int group, String name) {
        return "{" + ax.config.name() + ":" + group + "}:" + name;
    }

    @Test
    void whoBeatIsSeenWithWhatItTold() {
        assertThat(await(registry.nodes())).isEmpty();

        Heard heard = await(registry.beat(ax.node, FIGURES));

        assertThat(heard.replaced()).isFalse();
        assertThat(heard.outdated()).isFalse();
        assertThat(heard.settings().lease()).isEqualTo(StoreFixture.LEASE);
        LiveNode seen = await(registry.nodes()).get(0);
        assertThat(seen.id()).isEqualTo("node-1");
        assertThat(seen.incarnation()).isEqualTo(ax.node.incarnation());
        assertThat(seen.silence()).isLessThan(StoreFixture.PATIENCE);
        assertThat(seen.figures()).isEqualTo(FIGURES);
    }

    @Test
    void ofTwoNodesOfOneIdOnlyTheYoungerIsSeen() {
        NodeIdentity younger = ax.join("node-1").node();
        await(registry.beat(younger, FIGURES));

        assertThat(await(registry.beat(ax.node, FIGURES)).replaced()).isTrue();

        assertThat(await(registry.nodes()))
                .extracting(LiveNode::incarnation)
                .containsExactly(younger.incarnation())
                .isNotEqualTo(List.of(ax.node.incarnation()));
    }

    @Test
    void aNodeIsTakenOutOnlyWhereItIsStillTheSilentOneThatWasSeen() {
        await(registry.beat(ax.node, FIGURES));

        assertThat(await(registry.remove("node-1", ax.node.incarnation() - 1, Duration.ZERO)))
                .isFalse();
        assertThat(await(registry.remove("node-1", ax.node.incarnation(), Duration.ofHours(1))))
                .isFalse();
        assertThat(await(registry.nodes())).hasSize(1);

        assertThat(await(registry.remove("node-1", ax.node.incarnation(), Duration.ZERO)))
                .isTrue();
        assertThat(await(registry.nodes())).isEmpty();
        assertThat(await(registry.remove("node-1", ax.node.incarnation(), Duration.ZERO)))
                .isFalse();
    }

    @Test
    void servingAPartitionStampsItWithTheNode() {
        assertThat(await(registry.stamps())).isEmpty();
        long before = ax.nowMs();

        for (int group = 0; group < 8; group++) {
            await(ax.store.upkeep().endedLeases(group, ax.node, served(group), 100));
        }

        assertThat(await(registry.stamps())).hasSize(ax.store.partitions()).allSatisfy((partition, stamp) -> {
            assertThat(stamp.node()).isEqualTo("node-1");
            assertThat(stamp.atMs()).isBetween(before, ax.nowMs());
        });
    }

    @Test
    void aStampOfAReleaseWithoutNodesIsRead() {
        int partition = served(3).get(0);
        redis.command("HSET", key(3, "served"), "" + partition, "1700000000123");

        assertThat(await(registry.stamps())).containsEntry(partition, new Stamp(null, 1_700_000_000_123L));
    }

    @Test
    void whatOneNodeAdoptsTheOthersHear() {
        StoreUpkeep.AgreedSettings other = new StoreUpkeep.AgreedSettings(
                ax.config.scheduler().partitions(),
                8,
                Duration.ofSeconds(17),
                Duration.ofSeconds(44),
                await(registry.beat(ax.node, FIGURES)).settings().retention());
        await(ax.store.upkeep().join("node-2", other, true));

        Heard heard = await(registry.beat(ax.node, FIGURES));

        assertThat(heard.settings()).isEqualTo(other);
    }

    private List<Integer> served(int group) {
        return IntStream.range(0, ax.store.partitions())
                .filter(partition -> ax.store.groupOf(partition) == group)
                .boxed()
                .toList();
    }
}
