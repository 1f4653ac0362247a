package dev.ax.drill;

import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** A task to submit. */
record Plan(String id, String type, Duration delay, JsonObject payload) {

    /** Ends as soon as it is run. */
    static Plan noop(String id, Duration delay) {
        return new Plan(id, "ax.noop", delay, new JsonObject());
    }

    /** Due at once; holds a thread for so long. */
    static Plan sleep(String id, Duration length) {
        return new Plan(id, "ax.sleep", Duration.ZERO, new JsonObject().put("ms", length.toMillis()));
    }

    JsonObject json() {
        return new JsonObject()
                .put("id", id)
                .put("type", type)
                .put("delay", delay.toMillis() + "ms")
                .put("timeout", "2m")
                .put("payload", payload);
    }
}
