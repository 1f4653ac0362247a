package dev.ax.cluster;

import dev.ax.config.BackpressureConfig;
import dev.ax.contract.ClusterJson.Cluster;
import dev.ax.contract.ClusterJson.Node;
import dev.ax.contract.ClusterJson.Pressure;
import dev.ax.store.Counts;
import dev.ax.store.NodeRegistry.LiveNode;
import dev.ax.store.NodeRegistry.NodeFigures;
import io.smallrye.mutiny.Uni;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What {@code GET /v1/cluster} tells: the nodes by the store's registry, the partition map by this node. Any thread may ask. */
public final class ClusterView {
    private static final String NO_GATE = "this release has no gate: load is shown, nothing is refused for it";

    private final ClusterTools tools;
    private final Supplier<Uni<Counts>> counts;
    private final BackpressureConfig backpressure;
    private final long startedMs;

    /** @param counts of tasks by state, read from the store */
    public ClusterView(ClusterTools tools, Supplier<Uni<Counts>> counts, BackpressureConfig backpressure) {
        this.tools = tools;
        this.counts = counts;
        this.backpressure = backpressure;
        this.startedMs = tools.clock().nowMs();
    }

    /** Fails with {@link dev.ax.store.StoreException} where the store does not answer. */
    public Uni<Cluster> look() {
        return tools.registry().nodes().chain(nodes -> counts.get().map(counted -> cluster(nodes, counted)));
    }

    private Cluster cluster(List<LiveNode> live, Counts counted) {
        PartitionMap map = tools.ownership().map();
        Map<Integer, String> owners = new TreeMap<>();
        for (int partition = 0; partition < map.owners().size(); partition++) {
            owners.put(partition, map.ownerOf(partition));
        }
        Optional<Set<String>> members = tools.members().map(Members::nodes);
        List<Node> nodes = live.stream()
                .sorted(Comparator.comparing(LiveNode::id))
                .map(node -> node(node, map, members))
                .toList();
        double load = (double) (counted.ready() + counted.running()) / backpressure.capacity();
        return new Cluster(
                nodes,
                owners,
                new Pressure("normal", load, startedMs, NO_GATE),
                tools.figures().get().clockOffsetMs());
    }

    private static Node node(LiveNode live, PartitionMap map, Optional<Set<String>> members) {
        NodeFigures figures = live.figures();
        return new Node(
                live.id(),
                figures.address(),
                live.silence().toMillis(),
                members.map(known -> known.contains(live.id())).orElse(null),
                figures.running(),
                figures.freeSlots(),
                figures.slots(),
                map.ownedBy(live.id()).size(),
                figures.types(),
                figures.version(),
                figures.startedMs(),
                figures.clockOffsetMs());
    }
}
