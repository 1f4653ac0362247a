package dev.ax.scheduler;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The handlers of one node by the type that they serve. Safe for use by any thread. */
public final class Handlers {
    private final Map<String, TaskHandler> byType = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * Registers a handler; takes effect at once.
     *
     * @throws IllegalArgumentException if the type has a handler already
     */
    public void register(String type, TaskHandler handler) {
        if (byType.putIfAbsent(type, handler) != null) {
            throw new IllegalArgumentException("type " + type + " has a handler already");
        }
        listeners.forEach(Runnable::run);
    }

    /** The handler of a type; null where there is none. */
    public TaskHandler find(String type) {
        return byType.get(type);
    }

    /** The types that have a handler as of now. */
    public Set<String> types() {
        return Set.copyOf(byType.keySet());
    }

    /** Has {@code listener} called, on the thread of the change, whenever {@link #types()} changed. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
