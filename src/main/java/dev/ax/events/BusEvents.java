package dev.ax.events;

import dev.ax.async.TurnGatherer;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.StoreListener;
import dev.ax.task.Transition;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells the transitions that this node's store calls made: counts them, and publishes them as {@code {events: […]}}.
 * Best effort, since the history is the truth. What is made in one turn travels together, up to 100 a message. Any
 * thread may call it.
 */
public final class BusEvents implements StoreListener {

    /** The address that transitions are published at. */
    public static final String ADDRESS = "ax.events";

    /** Bounds the size of a message, and so what a slow consumer must take at once. */
    static final int MOST_A_MESSAGE = 100;

    private static final DeliveryOptions LOCAL =
            new DeliveryOptions().setCodecName(TransitionsCodec.NAME).setLocalOnly(true);

    private final AxMetrics metrics;
    private final TurnGatherer<Transition> gatherer;

    public BusEvents(Vertx vertx, AxMetrics metrics) {
        this.metrics = metrics;
        this.gatherer = new TurnGatherer<>(vertx.getOrCreateContext(), publisher(vertx));
    }

    private static Consumer<List<Transition>> publisher(Vertx vertx) {
        if (vertx.isClustered()) {
            return new ClusterEvents(vertx, ADDRESS, MOST_A_MESSAGE)::publish;
        }
        EventBus bus = vertx.eventBus();
        registerCodec(bus);
        return transitions -> publish(bus, transitions);
    }

    /** Once a Vertx: several nodes may share one. */
    private static void registerCodec(EventBus bus) {
        try {
            bus.registerCodec(new TransitionsCodec());
        } catch (IllegalStateException registered) {
            return;
        }
    }

    @Override
    public void onTransitions(List<Transition> transitions) {
        for (Transition transition : transitions) {
            metrics.transition(transition.from(), transition.to());
        }
        gatherer.addAll(transitions);
    }

    private static void publish(EventBus bus, List<Transition> transitions) {
        for (int from = 0; from < transitions.size(); from += MOST_A_MESSAGE) {
            List<Transition> part = transitions.subList(from, Math.min(from + MOST_A_MESSAGE, transitions.size()));
            bus.publish(ADDRESS, new TransitionsCodec.Batch(part), LOCAL);
        }
    }
}
