package dev.ax.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The members of the cluster as Hazelcast sees them now. Nodes are told apart by their own ids, which members carry as an
 * attribute: a member that was cut off comes back under another UUID. Any thread may ask; listeners are called on
 * Hazelcast's threads and must not block.
 */
public final class Members {
    private static final Logger LOG = LoggerFactory.getLogger(Members.class);

    /** The attribute under which a member carries the id of its node. */
    static final String NODE = "ax.node";

    /** The attribute under which Vert.x keeps its own name of a member. */
    private static final String VERTX_NODE = "__vertx.nodeId";

    private final HazelcastInstance hazelcast;
    private final List<Runnable> changes = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> leavings = new CopyOnWriteArrayList<>();
    private final UUID membership;
    private final UUID lifecycle;
    private volatile boolean closed;
    private volatile boolean out;

    private Members(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
        this.membership = hazelcast.getCluster().addMembershipListener(new Listener());
        this.lifecycle = hazelcast.getLifecycleService().addLifecycleListener(event -> {
            switch (event.getState()) {
                case MERGED -> {
                    LOG.info("back in one cluster after a split: {}", nodes());
                    changes.forEach(Runnable::run);
                }
                case SHUTTING_DOWN -> out = !closed;
                default -> {}
            }
        });
    }

    /**
     * The members of the cluster that {@code vertx} is in.
     *
     * @throws IllegalArgumentException if it is in none, or in one as another node: {@link ClusteredVertx} makes one that is
     */
    public static Members of(Vertx vertx, String nodeId) {
        if (!(((VertxInternal) vertx).clusterManager() instanceof HazelcastClusterManager manager)) {
            throw new IllegalArgumentException(
                    "ax.cluster.enabled is true, but this Vertx is in no Hazelcast cluster: make it with ClusteredVertx.open");
        }
        HazelcastInstance hazelcast = manager.getHazelcastInstance();
        String known = hazelcast.getCluster().getLocalMember().getAttribute(NODE);
        if (!nodeId.equals(known)) {
            throw new IllegalArgumentException("this Vertx is in the cluster as node " + known + ", but ax.node-id is "
                    + nodeId + ": make it with ClusteredVertx.open and the same configuration");
        }
        return new Members(hazelcast);
    }

    /** Ids of all nodes, this one's among them. */
    public Set<String> nodes() {
        Set<String> nodes = new TreeSet<>();
        for (Member member : hazelcast.getCluster().getMembers()) {
            String node = member.getAttribute(NODE);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /** Has {@code listener} called after each change. */
    public void onChange(Runnable listener) {
        changes.add(listener);
    }

    /** Has {@code listener} called with the name that Vert.x gives a member, once that member is gone. */
    public void onLeft(Consumer<String> listener) {
        leavings.add(listener);
    }

    /** Whether Hazelcast has ended by itself, as it does where it runs out of memory: this node is in no cluster then. */
    public boolean out() {
        return out;
    }

    /** Calls no listener any more. */
    public void close() {
        closed = true;
        if (hazelcast.getLifecycleService().isRunning()) {
            hazelcast.getCluster().removeMembershipListener(membership);
            hazelcast.getLifecycleService().removeLifecycleListener(lifecycle);
        }
    }

    private final class Listener implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            changes.forEach(Runnable::run);
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            LOG.info("member {} is gone", event.getMember().getAttribute(NODE));
            changes.forEach(Runnable::run);
            String left = event.getMember().getAttribute(VERTX_NODE);
            if (Objects.nonNull(left)) {
                leavings.forEach(listener -> listener.accept(left));
            }
        }
    }
}
