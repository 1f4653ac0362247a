package dev.ax.events;

import dev.ax.async.TurnGatherer;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.StoreListener;
import dev.ax.task.Transition;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

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

    private final EventBus bus;
    private final AxMetrics metrics;
    private final TurnGatherer<Transition> gatherer;

    public BusEvents(Vertx vertx, AxMetrics metrics) {
        this.bus = vertx.eventBus();
        this.metrics = metrics;
        this.gatherer = new TurnGatherer<>(vertx.getOrCreateContext(), this::publish);
    }

    @Override
    public void onTransitions(List<Transition> transitions) {
        for (Transition transition : transitions) {
            metrics.transition(transition.from(), transition.to());
        }
        gatherer.addAll(transitions);
    }

    private void publish(List<Transition> transitions) {
        for (int from = 0; from < transitions.size(); from += MOST_A_MESSAGE) {
            int to = Math.min(from + MOST_A_MESSAGE, transitions.size());
            JsonArray events = new JsonArray();
            transitions.subList(from, to).forEach(transition -> events.add(event(transition)));
            bus.publish(ADDRESS, new JsonObject().put("events", events));
        }
    }

    private static JsonObject event(Transition transition) {
        return new JsonObject()
                .put("at", Rfc3339.format(transition.atMs()))
                .put("id", transition.id())
                .put("type", transition.type())
                .put("queue", transition.queue())
                .put("from", name(transition.from()))
                .put("to", name(transition.to()))
                .put("attempt", transition.attempt())
                .put("outcome", name(transition.outcome()))
                .put("node", transition.node())
                .put("reason", transition.reason());
    }

    private static String name(Enum<?> value) {
        return value == null ? null : value.name();
    }
}
