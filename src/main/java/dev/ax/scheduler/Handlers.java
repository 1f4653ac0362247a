package dev.ax.scheduler;

import dev.ax.contract.Names;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The handlers of one node by type. Any thread may use it. */
public final class Handlers {
    private final Map<String, TaskHandler> byType = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * Registers a handler.
     *
     * @throws IllegalArgumentException if the type is not a name, or has a handler already: two would take turns unseen
     */
    public void register(String type, TaskHandler handler) {
        if (!Names.isName(type)) {
            throw new IllegalArgumentException("a type is 1 to 100 characters of A-Za-z0-9._-, not '" + type + "'");
        }
        if (byType.putIfAbsent(type, handler) != null) {
            throw new IllegalArgumentException("the type " + type + " has a handler already");
        }
        listeners.forEach(Runnable::run);
    }

    /**
     * Takes a handler away; attempts that it runs go on to their end.
     *
     * @return whether there was one
     */
    public boolean unregister(String type) {
        boolean known = byType.remove(type) != null;
        if (known) {
            listeners.forEach(Runnable::run);
        }
        return known;
    }

    /** The handler of a type; null where there is none. */
    public TaskHandler find(String type) {
        return byType.get(type);
    }

    /** The types as of now. */
    public Set<String> types() {
        return Set.copyOf(byType.keySet());
    }

    /** Has {@code listener} called, on the changing thread, after each change from now on. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
