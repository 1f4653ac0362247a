package dev.ax.cluster;

import dev.ax.store.NodeRegistry.Heard;
import dev.ax.store.NodeRegistry.LiveNode;
import dev.ax.store.StoreWatch;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/**
 * Tells the store that this node lives, and, where it serves the first partition, tells the world of those that do so no
 * more. A lost node is forgotten only after its alert was raised, so the alert may come twice but not never.
 */
final class Heartbeat {
    static final String LOST = "node-lost";

    /** Whoever serves it looks after what belongs to no other partition. */
    private static final int FIRST_PARTITION = 0;

    private final ClusterTools tools;
    private final SplitWatch split;
    private final StoreWatch.Source watch;

    Heartbeat(ClusterTools tools) {
        this.tools = tools;
        this.split = new SplitWatch(tools);
        this.watch = tools.watch().source("heartbeat");
    }

    /** Beats once. Never fails. */
    Uni<Void> turn() {
        return tools.registry()
                .beat(tools.node(), tools.figures().get())
                .invoke(this::heard)
                .chain(tools.registry()::nodes)
                .invoke(split::look)
                .chain(this::forgetSilent)
                .invoke(watch::worked)
                .onFailure()
                .invoke(watch::failed)
                .onFailure()
                .recoverWithNull();
    }

    /** Says that this node leaves in order. Never fails. */
    Uni<Void> leave() {
        tools.events().left(tools.node().id(), tools.clock().nowMs());
        return tools.registry()
                .remove(tools.node().id(), tools.node().incarnation(), Duration.ZERO)
                .onFailure()
                .invoke(watch::failed)
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    /** Where this node was replaced, the renewal of its leases tells it to end. */
    private void heard(Heard heard) {
        if (heard.replaced()) {
            return;
        }
        tools.agreed().follow(heard.settings());
        if (heard.outdated()) {
            tools.outdated().run();
        }
    }

    private Uni<Void> forgetSilent(List<LiveNode> nodes) {
        if (!tools.ownership().served().contains(FIRST_PARTITION)) {
            return Uni.createFrom().voidItem();
        }
        Duration longest = tools.config().heartbeatTimeout();
        return Multi.createFrom()
                .iterable(nodes)
                .filter(node -> node.silence().compareTo(longest) > 0)
                .onItem()
                .transformToUniAndConcatenate(this::forget)
                .collect()
                .asList()
                .replaceWithVoid();
    }

    private Uni<Boolean> forget(LiveNode node) {
        tools.alerts()
                .raise(
                        LOST,
                        new JsonObject()
                                .put("node", node.id())
                                .put("silentSeconds", node.silence().toSeconds())
                                .put("running", node.figures().running()));
        tools.events().lost(node.id(), tools.clock().nowMs());
        return tools.registry()
                .remove(node.id(), node.incarnation(), tools.config().heartbeatTimeout());
    }
}
