package dev.ax.scheduler;

import dev.ax.store.StoreListener;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Signals the ends of tasks to those who wait for them: of this node's store calls as their listener, of other nodes'
 * from the event bus. Best effort: who waits looks by himself now and then. Any thread may use it.
 */
public final class TaskEnds implements StoreListener {
    /** By name: another release may know states that this one does not. */
    private static final Set<String> ENDED = Stream.of(TaskState.values())
            .filter(TaskState::ended)
            .map(TaskState::name)
            .collect(Collectors.toUnmodifiableSet());

    private final Map<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();
    private volatile FarEnds far;

    /** Listens to other nodes, where there may be some; this node's own transitions come faster by the store. */
    public void listen(Vertx vertx) {
        if (vertx.isClustered()) {
            listen(vertx, FarEnds.LINGER_MS);
        }
    }

    void listen(Vertx vertx, long lingerMs) {
        far = new FarEnds(vertx, lingerMs, this::hear, () -> !waiting.isEmpty(), this::signalAll);
    }

    /** Listens to the bus no more. */
    public void close() {
        FarEnds listening = far;
        if (listening != null) {
            listening.close();
        }
    }

    @Override
    public void onTransitions(List<Transition> transitions) {
        for (Transition transition : transitions) {
            if (transition.to().ended()) {
                signal(transition.id());
            }
        }
    }

    /**
     * Has {@code signal} called, on any thread, at each end of the task that is heard of.
     *
     * @return ends that
     */
    Runnable await(String id, Runnable signal) {
        waiting.compute(id, (key, signals) -> {
            Set<Runnable> joined = signals == null ? ConcurrentHashMap.newKeySet() : signals;
            joined.add(signal);
            return joined;
        });
        FarEnds listening = far;
        if (listening != null) {
            listening.want();
        }
        return () -> waiting.computeIfPresent(id, (key, signals) -> {
            signals.remove(signal);
            return signals.isEmpty() ? null : signals;
        });
    }

    /** Ids that are waited for. */
    int size() {
        return waiting.size();
    }

    /** Takes a message of {@code ax.events}, which tells of nodes as well. */
    void hear(JsonObject message) {
        JsonArray events = message.getJsonArray("events", new JsonArray());
        for (int i = 0; i < events.size() && !waiting.isEmpty(); i++) {
            JsonObject event = events.getJsonObject(i);
            String id = event.getString("id");
            if (id != null && ENDED.contains(event.getString("to", ""))) {
                signal(id);
            }
        }
    }

    private void signalAll() {
        waiting.keySet().forEach(this::signal);
    }

    private void signal(String id) {
        waiting.getOrDefault(id, Set.of()).forEach(Runnable::run);
    }
}
