package dev.ax.scheduler;

import dev.ax.async.Bridge;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.Holding;
import dev.ax.store.TaskStore;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import io.smallrye.mutiny.Uni;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancels tasks. The store's word is the cancel: from there on the attempt cannot commit. Then the node that runs it is
 * asked to interrupt it and to tell whether it had called the executor, so that the answer shows it.
 */
final class Canceler {
    static final long NODE_WAIT_MS = 500;

    /** What a node answers that does not know the attempt. */
    private static final long NOT_TOLD = -1;

    private static final Logger LOG = LoggerFactory.getLogger(Canceler.class);

    private final TaskStore store;
    private final EventBus bus;

    Canceler(TaskStore store, EventBus bus) {
        this.store = store;
        this.bus = bus;
    }

    /** Where a node hears {@code {id, token}} and replies {@code {startedAt}}: epoch ms, 0 for not called, -1 for unknown. */
    static String address(String node) {
        return "ax.node." + node + ".interrupt";
    }

    Uni<ActionResult> cancel(String id, Actor actor) {
        return store.cancel(id, actor)
                .flatMap(result -> result instanceof ActionResult.Done done
                                && done.from() == TaskState.RUNNING
                                && done.task().node() != null
                        ? interrupt(done)
                        : Uni.createFrom().item(result));
    }

    private Uni<ActionResult> interrupt(ActionResult.Done done) {
        Task task = done.task();
        JsonObject attempt = new JsonObject().put("id", task.id()).put("token", task.token());
        DeliveryOptions options = new DeliveryOptions().setSendTimeout(NODE_WAIT_MS);
        return Bridge.uni(() -> bus.<JsonObject>request(address(task.node()), attempt, options))
                .map(reply -> reply.body().getLong("startedAt", NOT_TOLD))
                .onFailure()
                .recoverWithItem(silence -> {
                    LOG.debug("node {} did not say whether {} had begun", task.node(), task.id(), silence);
                    return NOT_TOLD;
                })
                .flatMap(startedAtMs -> startedAtMs < 0 ? Uni.createFrom().item(done) : settle(done, startedAtMs));
    }

    private Uni<ActionResult> settle(ActionResult.Done done, long startedAtMs) {
        Task task = done.task();
        ActionResult settled = new ActionResult.Done(done.from(), task.startedAt(startedAtMs));
        return store.settleStart(new Holding(task.id(), task.token()), startedAtMs)
                .replaceWith(settled)
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.warn("{} is cancelled, but the store keeps its claim as its start", task.id(), failure);
                    return done;
                });
    }
}
