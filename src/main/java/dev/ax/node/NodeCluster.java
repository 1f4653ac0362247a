package dev.ax.node;

import dev.ax.async.Bridge;
import dev.ax.cluster.ClusterTools;
import dev.ax.cluster.ClusterVerticle;
import dev.ax.cluster.ClusterView;
import dev.ax.contract.ClusterJson.Cluster;
import dev.ax.dispatch.DispatchVerticle;
import dev.ax.events.NodeEvents;
import dev.ax.promoter.WheelFeed;
import dev.ax.scheduler.Handlers;
import dev.ax.store.NodeRegistry.NodeFigures;
import dev.ax.worker.SlotPool;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** What a node tells the others about itself, and what it knows of them. */
final class NodeCluster {
    private final NodeCore core;
    private final List<SlotPool> pools;
    private final DispatchVerticle dispatch;
    private final Handlers handlers;
    private final ClusterTools tools;
    private final ClusterView view;
    private final long startedMs;
    private volatile String address;

    NodeCluster(
            NodeCore core,
            List<SlotPool> pools,
            DispatchVerticle dispatch,
            Handlers handlers,
            WheelFeed wheelFeed,
            Runnable outdated) {
        this.core = core;
        this.pools = pools;
        this.dispatch = dispatch;
        this.handlers = handlers;
        this.startedMs = core.clock().nowMs();
        this.tools = new ClusterTools(
                core.joined().node(),
                core.store().registry(),
                core.agreed(),
                core.clock(),
                core.config().scheduler(),
                core.ownership(),
                core.members(),
                this::figures,
                wheelFeed,
                core.alerts(),
                new NodeEvents(core.vertx().eventBus()),
                core.watch(),
                core.pulse(),
                outdated);
        this.view = new ClusterView(tools, core.store()::counts, core.config().backpressure());
    }

    /**
     * Makes this node known.
     *
     * @param httpPort -1 where it has no way in by HTTP
     */
    Uni<Void> deploy(int httpPort) {
        address = httpPort < 0 ? null : Addresses.advertised(core.config()) + ":" + httpPort;
        ClusterVerticle cluster = new ClusterVerticle(tools, core.store().partitions());
        core.listeners().add(cluster.relay());
        core.metrics()
                .gauge(
                        "ax.partitions.served",
                        "partitions that this node serves",
                        () -> core.ownership().served().size());
        core.members()
                .ifPresent(members -> core.metrics()
                        .gauge(
                                "ax.cluster.nodes",
                                "nodes in this node's cluster",
                                () -> members.nodes().size()));
        return Bridge.uni(() -> core.vertx().deployVerticle(cluster))
                .invoke(id -> core.closers()
                        .add("cluster", () -> Bridge.uni(() -> core.vertx().undeploy(id))))
                .replaceWithVoid();
    }

    /** For {@code GET /v1/cluster}. */
    Uni<Cluster> look() {
        return view.look();
    }

    private NodeFigures figures() {
        return new NodeFigures(
                address,
                dispatch.held(),
                pools.stream().mapToInt(SlotPool::freeSlots).sum(),
                pools.stream().mapToInt(SlotPool::slots).sum(),
                core.clock().nowMs() - core.wall().millis(),
                Release.version(),
                startedMs,
                List.copyOf(handlers.types()));
    }
}
