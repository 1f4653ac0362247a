package dev.ax.store;

import dev.ax.task.Transition;
import java.util.List;
import java.util.Set;

/** Tells the listener what this node's calls have changed. */
record StoreNews(StoreListener listener, Partitions partitions) {

    void made(List<Transition> made, Set<String> ready) {
        if (!made.isEmpty()) {
            listener.onTransitions(made);
        }
        if (!ready.isEmpty()) {
            listener.onReady(ready);
        }
    }

    void due(String id, long dueMs) {
        listener.onDue(partitions.of(id), dueMs);
    }
}
