package dev.ax.store;

import dev.ax.task.Transition;
import java.util.List;
import java.util.Set;

/**
 * Hears of what this node's store calls have changed: best effort, since the history is the truth. Called on the
 * store's event loop after each call; must not block.
 */
public interface StoreListener {

    StoreListener NONE = new StoreListener() {};

    /** These transitions were made. */
    default void onTransitions(List<Transition> transitions) {}

    /** A task of the partition became PENDING, due at this instant: what the wheel should know if it reaches that far. */
    default void onDue(int partition, long dueMs) {}

    /** Tasks by these routes became READY: whoever claims them need not wait for its next look. */
    default void onReady(Set<String> routes) {}
}
