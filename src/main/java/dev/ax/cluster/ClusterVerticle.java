package dev.ax.cluster;

import dev.ax.async.Bridge;
import dev.ax.async.Repeated;
import dev.ax.store.StoreListener;
import dev.ax.store.StoreWatch;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's view of the cluster: members to partition map, stamps to what nobody serves, its own sign of life.
 * Deploy one instance. A node in no cluster has it too: there it only gives signs of life.
 */
public final class ClusterVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterVerticle.class);

    /** Between looks at the stamps. */
    static final long LOOK_MS = 1_000;

    private final ClusterTools tools;
    private final int partitions;
    private final Heartbeat heartbeat;
    private final StoreWatch.Source stampsWatch;
    private volatile DueRelay relay;
    private Repeated beats;
    private Repeated looks;
    private MessageConsumer<Buffer> receiver;
    private Runnable unwatch;

    public ClusterVerticle(ClusterTools tools, int partitions) {
        this.tools = tools;
        this.partitions = partitions;
        this.heartbeat = new Heartbeat(tools);
        this.stampsWatch = tools.watch().source("stamps");
    }

    /** Takes what became due to the node that serves its partition. */
    public StoreListener relay() {
        return new StoreListener() {
            @Override
            public void onDue(int partition, long dueMs) {
                DueRelay running = relay;
                if (running != null) {
                    running.onDue(partition, dueMs);
                }
            }
        };
    }

    @Override
    public Future<?> start() {
        unwatch = tools.pulse().watch(vertx, "cluster");
        beats = repeated("heartbeat", tools.config().heartbeatInterval().toMillis(), heartbeat::turn);
        beats.start();
        tools.events().joined(tools.node().id(), tools.clock().nowMs());
        return tools.members().map(this::follow).orElseGet(Future::succeededFuture);
    }

    @Override
    public Future<?> stop() {
        unwatch.run();
        beats.stop();
        if (looks != null) {
            looks.stop();
        }
        relay = null;
        Future<Void> deaf = receiver == null ? Future.succeededFuture() : receiver.unregister();
        return deaf.eventually(() -> Bridge.future(heartbeat.leave()));
    }

    private Future<Void> follow(Members members) {
        members.onChange(() -> context.runOnContext(ignored -> divide(members)));
        divide(members);
        DueRelay created = new DueRelay(
                vertx,
                context,
                tools.node().id(),
                partitions,
                tools.ownership(),
                tools.clock(),
                tools.config().span().toMillis());
        receiver = created.receive(tools.feed());
        relay = created;
        looks = repeated("stamps", LOOK_MS, this::look);
        looks.start();
        return receiver.completion();
    }

    private void divide(Members members) {
        Set<String> nodes = members.nodes();
        tools.ownership().members(nodes);
        LOG.info(
                "cluster of {}: {} owns {} of {} partitions",
                nodes,
                tools.node().id(),
                tools.ownership().map().ownedBy(tools.node().id()).size(),
                partitions);
    }

    private Uni<Void> look() {
        return tools.registry()
                .stamps()
                .invoke(stamps -> {
                    stampsWatch.worked();
                    tools.ownership().stamps(stamps, tools.clock().nanoTime());
                })
                .onFailure()
                .invoke(stampsWatch::failed)
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    private Repeated repeated(String name, long periodMs, Supplier<Uni<Void>> work) {
        return new Repeated(vertx, context, name, tools.clock()::nanoTime, periodMs, work);
    }
}
