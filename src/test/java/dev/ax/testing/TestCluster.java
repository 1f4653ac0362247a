package dev.ax.testing;

import com.hazelcast.core.HazelcastInstance;
import dev.ax.async.Bridge;
import dev.ax.cluster.ClusteredVertx;
import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import dev.ax.node.AxNode;
import dev.ax.scheduler.Scheduler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Clustered nodes in this JVM, on the shared Redis under a name of their own. Ends all that it started. */
public final class TestCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static {
        // Fewer pieces of Hazelcast's own data to move at each join.
        System.setProperty("hazelcast.partition.count", "11");
    }

    private final String name = "cluster-" + UUID.randomUUID().toString().substring(0, 8);
    private final Map<String, String> settings;
    private final int seedPort = freePort();
    private final Deque<Runnable> closers = new ArrayDeque<>();
    private final Map<String, Vertx> members = new HashMap<>();

    /** @param settings by key without {@code ax.}, of every node */
    public TestCluster(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
    }

    /** A Vertx that is a member under this node id, without a node. The first that is opened founds the cluster. */
    public Vertx member(String nodeId) {
        return open(config(nodeId, Map.of()));
    }

    /** A node of the cluster. */
    public AxNode node(String nodeId, Consumer<Scheduler> beforeStart) {
        return node(nodeId, Map.of(), beforeStart);
    }

    /** One with settings of its own. */
    public AxNode node(String nodeId, Map<String, String> own, Consumer<Scheduler> beforeStart) {
        AxConfig config = config(nodeId, own);
        Vertx vertx = open(config);
        AxNode node = AxNode.start(vertx, config, beforeStart).await().atMost(PATIENCE);
        closers.push(() -> node.stop().await().atMost(PATIENCE));
        return node;
    }

    /** The Vertx that was opened for a node id. */
    public Vertx vertx(String nodeId) {
        return members.get(nodeId);
    }

    /** What stands behind a node id's membership, to do things to it. */
    public HazelcastInstance hazelcast(String nodeId) {
        return ((HazelcastClusterManager) ((VertxInternal) vertx(nodeId)).clusterManager()).getHazelcastInstance();
    }

    /** The name that Vert.x gives the member of a node id. */
    public String vertxName(String nodeId) {
        return ((VertxInternal) vertx(nodeId)).clusterManager().getNodeId();
    }

    /** Ends a member as a crash does: it says nothing to the others, and nothing is sent or answered any more. */
    public void kill(String nodeId) {
        hazelcast(nodeId).getLifecycleService().terminate();
        // Closing its sockets is what is wanted; that it cannot take its leave of the others is the point.
        Bridge.uni(vertx(nodeId)::close).onFailure().recoverWithNull().await().atMost(PATIENCE);
    }

    /** How many consumers an address has, as a member sees the cluster. */
    public int consumers(String nodeId, String address) {
        CompletableFuture<List<RegistrationInfo>> found = new CompletableFuture<>();
        ((VertxInternal) vertx(nodeId)).clusterManager().getRegistrations(address, (registrations, fault) -> {
            if (fault == null) {
                found.complete(registrations);
            } else {
                found.completeExceptionally(fault);
            }
        });
        return found.join().size();
    }

    /** What a key of the first group is called in Redis. */
    public String key(String key) {
        return "{" + name + ":0}:" + key;
    }

    @Override
    public void close() {
        while (!closers.isEmpty()) {
            closers.pop().run();
        }
    }

    private Vertx open(AxConfig config) {
        Vertx vertx = config.cluster().enabled()
                ? ClusteredVertx.open(config, new VertxOptions()).await().atMost(PATIENCE)
                : Vertx.vertx();
        members.put(config.nodeId(), vertx);
        closers.push(() ->
                Bridge.uni(vertx::close).onFailure().recoverWithNull().await().atMost(PATIENCE));
        return vertx;
    }

    private AxConfig config(String nodeId, Map<String, String> own) {
        int port = members.isEmpty() ? seedPort : freePort();
        Map<String, String> values = new HashMap<>(Map.of(
                "name",
                name,
                "node-id",
                nodeId,
                "http.port",
                "0",
                "http.close-delay",
                "0s",
                "redis.url",
                RedisServers.shared().url(),
                "worker.builtin-handlers",
                "true",
                "worker.drain-timeout",
                "2s",
                "cluster.enabled",
                "true",
                "cluster.port",
                "" + port,
                "cluster.members",
                "127.0.0.1:" + seedPort));
        values.putAll(settings);
        values.putAll(own);
        return new ConfigLoader(Map.of(), Map.of())
                .overrides("test", values)
                .load()
                .config();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
