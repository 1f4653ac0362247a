package dev.ax.worker;

import dev.ax.config.AxConfig;
import dev.ax.store.ClaimedTask;
import io.vertx.core.Vertx;
import java.util.List;

/** Sends tasks to consumers on the event bus. A slot is taken until the reply, or until nobody waits for it any more. */
public final class BusPool implements SlotPool {
    private final BusRequests requests;
    private final Slots slots;
    private final String node;

    /** One whose consumers live as long as it does. */
    public BusPool(Vertx vertx, AxConfig config) {
        this(vertx.eventBus()::request, config);
    }

    /** One whose consumers may be on any member of a cluster. */
    public BusPool(BusAcks acks, AxConfig config) {
        this(acks::send, config);
    }

    private BusPool(BusRequests requests, AxConfig config) {
        this.requests = requests;
        this.slots = new Slots(config.worker().busSlots());
        this.node = config.nodeId();
    }

    @Override
    public String name() {
        return "bus";
    }

    @Override
    public List<String> routes() {
        return List.of("bus");
    }

    @Override
    public int freeSlots() {
        return slots.free();
    }

    @Override
    public int slots() {
        return slots.total();
    }

    @Override
    public void onFree(Runnable listener) {
        slots.onFree(listener);
    }

    @Override
    public void run(ClaimedTask task, LeaseGuard guard, AttemptSink sink) {
        Attempt attempt = new Attempt(task, guard, sink, slots, node);
        attempt.begin(new BusCall(attempt, requests));
    }

    /** Hands back what still runs. Nothing may be run afterwards. */
    public void close() {
        slots.abortAll();
    }
}
