package dev.ax.events;

import io.vertx.core.json.JsonObject;

/** Tells what a person must see, on the event bus and in the log. Any thread may call it; nothing blocks. */
@FunctionalInterface
public interface Alerts {

    /** The address that alerts are published at. */
    String ADDRESS = "ax.alerts";

    /**
     * Raises an alert.
     *
     * @param kind such as {@code dead-letter}, {@code type-without-handler}, {@code stuck-handler}
     * @param body the facts; {@code kind}, {@code at} and {@code node} are added
     */
    void raise(String kind, JsonObject body);
}
