package dev.ax.store;

import dev.ax.config.RedisConfig;
import dev.ax.testing.RedisClusterServers;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import org.junit.jupiter.api.AfterAll;

/** The same road on eight groups over a Redis Cluster of three masters. */
class RoadOnAClusterTest extends RoadOfATaskTest {
    private RedisClusterServers servers;

    @Override
    StoreFixture fixture() {
        if (servers == null) {
            servers = RedisServers.cluster(3);
        }
        return new StoreFixture(TestConfigs.of(RedisConfig.Mode.CLUSTER, servers.urls(), 8));
    }

    @AfterAll
    void end() {
        servers.close();
    }
}
