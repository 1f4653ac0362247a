package dev.ax.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import dev.ax.async.Bridge;
import dev.ax.config.AxConfig;
import dev.ax.config.ClusterConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.spi.cluster.hazelcast.ConfigUtil;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.time.Duration;

/** Makes the Vertx of a node in a cluster: members find each other by a list or by Kubernetes' DNS, never by multicast. */
public final class ClusteredVertx {

    /** How soon after a split the halves look for each other, and how often then. */
    private static final int FIRST_MERGE_SECONDS = 10;

    private static final int NEXT_MERGE_SECONDS = 5;

    private ClusteredVertx() {}

    /**
     * Joins the cluster named {@code ax.name}, or founds it where no member answers. Takes some seconds; blocks no event
     * loop. Whoever opened it closes it, after the node has stopped.
     *
     * @param options its event bus options are replaced
     * @throws RuntimeException through the Uni, such as where the port is taken
     */
    public static Uni<Vertx> open(AxConfig config, VertxOptions options) {
        ClusterConfig cluster = config.cluster();
        options.setEventBusOptions(new EventBusOptions()
                .setHost(cluster.host())
                .setPort(cluster.busPort())
                .setClusterPublicHost(cluster.host()));
        return Bridge.uni(() -> Vertx.builder()
                .with(options)
                .withClusterManager(new HazelcastClusterManager(hazelcast(config)))
                .buildClustered());
    }

    private static Config hazelcast(AxConfig ax) {
        Config config = ConfigUtil.loadConfig();
        config.setClusterName(ax.name());
        config.getMemberAttributeConfig().setAttribute(Members.NODE, ax.nodeId());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.wait.seconds.before.join", "0");
        config.setProperty(
                "hazelcast.heartbeat.interval.seconds", seconds(ax.scheduler().heartbeatInterval()));
        config.setProperty(
                "hazelcast.max.no.heartbeat.seconds", seconds(ax.scheduler().heartbeatTimeout()));
        config.setProperty("hazelcast.merge.first.run.delay.seconds", "" + FIRST_MERGE_SECONDS);
        config.setProperty("hazelcast.merge.next.run.delay.seconds", "" + NEXT_MERGE_SECONDS);
        network(config.getNetworkConfig(), ax.cluster());
        return config;
    }

    private static void network(NetworkConfig network, ClusterConfig cluster) {
        network.setPort(cluster.port()).setPortAutoIncrement(false).setPublicAddress(cluster.host());
        network.getInterfaces().setEnabled(true).addInterface(cluster.host());
        JoinConfig join = network.getJoin();
        // Both off, or it looks around the network by itself.
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        if (!cluster.kubernetesService().isBlank()) {
            join.getKubernetesConfig()
                    .setEnabled(true)
                    .setProperty("service-dns", cluster.kubernetesService())
                    .setProperty("service-port", "" + cluster.port());
        } else {
            join.getTcpIpConfig().setEnabled(true).addMember(cluster.host() + ":" + cluster.port());
            cluster.members().forEach(join.getTcpIpConfig()::addMember);
        }
    }

    private static String seconds(Duration duration) {
        return "" + duration.plusMillis(999).toSeconds();
    }
}
