package dev.ax.dispatch;

import dev.ax.store.Holding;
import dev.ax.store.NodeIdentity;
import dev.ax.task.AttemptFinisher;
import dev.ax.worker.SlotPool;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Runs {@link Dispatch} on an event loop; one a node. */
public final class DispatchVerticle extends VerticleBase {
    private final NodeIdentity node;
    private final DispatchTools tools;
    private final List<SlotPool> pools;
    private final AttemptFinisher finisher;
    private final int mostTasks;
    private final HeldAttempts held = new HeldAttempts();
    private volatile Dispatch dispatch;
    private Runnable unwatch;

    /**
     * Makes one; {@link #drain} it before its Vertx is closed.
     *
     * @param pools that tasks are claimed for
     * @param mostTasks in a claim
     */
    public DispatchVerticle(
            NodeIdentity node, DispatchTools tools, List<SlotPool> pools, AttemptFinisher finisher, int mostTasks) {
        this.node = node;
        this.tools = tools;
        this.pools = List.copyOf(pools);
        this.finisher = finisher;
        this.mostTasks = mostTasks;
    }

    /**
     * Where a node hears that a task it runs was cancelled: {@code {id, token}}. The answer is {@code {startedAt}}: when
     * the attempt began, in epoch ms by the store's clock; 0 where it had not and will not; -1 where it is not held.
     */
    public static String interruptAddress(String nodeId) {
        return "ax.node." + nodeId + ".interrupt";
    }

    @Override
    public Future<?> start() {
        Dispatch created = new Dispatch(
                new ContextLoop(vertx, (ContextInternal) context), node, tools, held, pools, finisher, mostTasks);
        dispatch = created;
        created.start();
        unwatch = tools.pulse().watch(vertx, "dispatch");
        return vertx.eventBus()
                .<JsonObject>consumer(interruptAddress(node.id()), this::interrupt)
                .completion();
    }

    @Override
    public Future<?> stop() {
        unwatch.run();
        return Future.succeededFuture();
    }

    /** Tasks may have become READY: claim now. Any thread; harmless before the start and after the end. */
    public void wake() {
        Dispatch running = dispatch;
        if (running != null) {
            running.wake();
        }
    }

    /** Tasks on these routes may have become READY: claim for whoever serves them. Any thread, as {@link #wake()}. */
    public void wake(Set<String> routes) {
        Dispatch running = dispatch;
        if (running != null) {
            running.wake(routes);
        }
    }

    /** Attempts that this node holds at this moment. Any thread. */
    public int held() {
        return held.size();
    }

    /**
     * Claims no more, gives back what has not begun, waits for what runs, interrupts what still does and gives it back
     * without using up a retry. Emits once the store has it all, or some 3 s after {@code timeout} where it is away.
     */
    public Uni<Void> drain(Duration timeout) {
        Dispatch running = dispatch;
        return running == null ? Uni.createFrom().voidItem() : running.drain(timeout);
    }

    HeldAttempts attempts() {
        return held;
    }

    void lost(Collection<Holding> holdings) {
        dispatch.lost(holdings);
    }

    private void interrupt(Message<JsonObject> message) {
        String id = message.body().getString("id");
        Long token = message.body().getLong("token");
        if (id == null || token == null) {
            message.fail(400, "an interrupt names id and token");
            return;
        }
        message.reply(new JsonObject().put("startedAt", dispatch.canceled(new Holding(id, token))));
    }
}
