package dev.ax.worker;

import java.util.function.Consumer;

/** Tells of members that left the cluster, in order or not. */
@FunctionalInterface
public interface Departures {

    /**
     * Has {@code listener} called, on any thread, with the name that Vert.x gives a member, once that member is gone.
     */
    void onLeft(Consumer<String> listener);
}
