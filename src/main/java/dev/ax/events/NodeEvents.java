package dev.ax.events;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Tells on {@code ax.events} that nodes come and go: {@code {"events": [{"event": "node-joined", "node", "at"}]}}. Best
 * effort. Any thread may call it; nothing blocks.
 */
public final class NodeEvents {
    private final EventBus bus;

    public NodeEvents(EventBus bus) {
        this.bus = bus;
    }

    /** A node takes requests and runs tasks. */
    public void joined(String node, long atMs) {
        publish("node-joined", node, atMs);
    }

    /** A node leaves in order. */
    public void left(String node, long atMs) {
        publish("node-left", node, atMs);
    }

    /** A node gave no sign of life for too long. */
    public void lost(String node, long atMs) {
        publish("node-lost", node, atMs);
    }

    private void publish(String event, String node, long atMs) {
        JsonObject told = new JsonObject().put("event", event).put("node", node).put("at", Rfc3339.format(atMs));
        bus.publish(BusEvents.ADDRESS, new JsonObject().put("events", new JsonArray().add(told)));
    }
}
