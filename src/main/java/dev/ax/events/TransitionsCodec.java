package dev.ax.events;

import dev.ax.task.Transition;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Transitions as consumers in this process get them: {@code {events: […]}}, written for each consumer as it is delivered,
 * so that what nobody listens to costs nothing.
 */
final class TransitionsCodec implements MessageCodec<TransitionsCodec.Batch, JsonObject> {
    static final String NAME = "ax.transitions";

    @Override
    public JsonObject transform(Batch batch) {
        return json(batch.transitions());
    }

    /** The message as JSON. */
    static JsonObject json(List<Transition> transitions) {
        JsonArray events = new JsonArray();
        transitions.forEach(transition -> events.add(event(transition)));
        return new JsonObject().put("events", events);
    }

    @Override
    public void encodeToWire(Buffer buffer, Batch batch) {
        throw new UnsupportedOperationException("members of a cluster get JSON: not all of them know this codec");
    }

    @Override
    public JsonObject decodeFromWire(int position, Buffer buffer) {
        throw new UnsupportedOperationException("members of a cluster get JSON: not all of them know this codec");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte systemCodecID() {
        return -1;
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

    /** What is published within one process. */
    record Batch(List<Transition> transitions) {}
}
