package dev.ax.cluster;

import dev.ax.store.NodeRegistry.LiveNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Notices nodes that work on the same store but are not in this node's cluster, as after a split of the network or where
 * members were configured wrongly. That is harmless to tasks; but event bus calls and cancellations do not reach them, so
 * a person is told, once until it is over. Asked by one turn after another.
 */
final class SplitWatch {
    static final String KIND = "nodes-out-of-sight";

    /** Longer than it takes to join, or to find each other again after a split. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ClusterTools tools;
    private Set<String> apart = Set.of();
    private long sinceNanos;
    private boolean told;

    SplitWatch(ClusterTools tools) {
        this.tools = tools;
    }

    void look(List<LiveNode> live) {
        tools.members().ifPresent(members -> judge(live, members.nodes()));
    }

    private void judge(List<LiveNode> live, Set<String> members) {
        Set<String> now = new TreeSet<>();
        for (LiveNode node : live) {
            boolean beats = node.silence().compareTo(tools.config().heartbeatTimeout()) <= 0;
            if (beats && !members.contains(node.id())) {
                now.add(node.id());
            }
        }
        long nanos = tools.clock().nanoTime();
        if (now.isEmpty() || apart.isEmpty()) {
            sinceNanos = nanos;
            told = false;
        }
        apart = now;
        if (!apart.isEmpty() && !told && nanos - sinceNanos > PATIENCE.toNanos()) {
            told = true;
            tools.alerts().raise(KIND, new JsonObject().put("nodes", new JsonArray(List.copyOf(apart))));
        }
    }
}
