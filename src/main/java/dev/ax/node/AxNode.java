package dev.ax.node;

import dev.ax.config.AxConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.scheduler.Scheduler;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * A node of ax, running inside a Vertx: its own when it is served from the command line, the application's when it is
 * embedded. Any thread may call it; nothing blocks.
 */
public final class AxNode {
    private final NodeCore core;
    private final Scheduler scheduler;
    private final Replacement replacement;
    private final int httpPort;
    private final Uni<Void> stop;

    AxNode(NodeCore core, Scheduler scheduler, Leaving leaving, Replacement replacement, int httpPort) {
        this.core = core;
        this.scheduler = scheduler;
        this.replacement = replacement;
        this.httpPort = httpPort;
        this.stop = leaving.run().memoize().indefinitely();
    }

    /** As {@link #start(Vertx, AxConfig, Consumer)}, with nothing to do before. */
    public static Uni<AxNode> start(Vertx vertx, AxConfig config) {
        return start(vertx, config, scheduler -> {});
    }

    /**
     * Starts a node; emits once it takes requests and runs tasks. It does not close {@code vertx} when it stops.
     *
     * @param beforeStart registers handlers: called when the scheduler is there and before the first task is claimed
     * @throws dev.ax.store.SettingsMismatchException through the Uni, where the store was set up with other numbers of
     *     partitions or groups
     * @throws IllegalStateException through the Uni, where the store does not answer for a minute
     */
    public static Uni<AxNode> start(Vertx vertx, AxConfig config, Consumer<Scheduler> beforeStart) {
        return start(vertx, config, InstantSource.system(), beforeStart);
    }

    /**
     * As {@link #start(Vertx, AxConfig, Consumer)}, on a machine whose clock says something else.
     *
     * @param wall the clock of the machine. What is due is judged by the store's clock; this one only bears witness to how
     *     old a lease is, since a monotonic clock may stand still while a machine is suspended
     */
    public static Uni<AxNode> start(Vertx vertx, AxConfig config, InstantSource wall, Consumer<Scheduler> beforeStart) {
        return Uni.createFrom().deferred(() -> new NodeStart(vertx, config, wall, beforeStart).run());
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    /** Where HTTP listens; -1 where the configuration has none. */
    public int httpPort() {
        return httpPort;
    }

    public AxConfig config() {
        return core.config();
    }

    public AxMetrics metrics() {
        return core.metrics();
    }

    /** Why this node should get no requests, in words; empty when it should. */
    public List<String> notReady() {
        return core.readiness().faults();
    }

    /**
     * Has {@code listener} called, on any thread, when others take this node's place: a younger one under its
     * id, or nodes of a release whose records it cannot read; at once where they did already. This node has given up its work
     * by then, and should be stopped.
     */
    public void onReplaced(Runnable listener) {
        replacement.on(listener);
    }

    /**
     * Stops: says that it is not ready, claims no more, lets what runs end within the drain time, interrupts and gives
     * back the rest, then closes the ways in and leaves cluster and store. Repeated calls wait for the same end; never fails.
     */
    public Uni<Void> stop() {
        return stop;
    }
}
