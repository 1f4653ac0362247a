package dev.ax.events;

import dev.ax.store.StoreListener;
import dev.ax.task.Transition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several listeners as one. The store is opened before most of those that listen to it exist, so they may join later.
 * One that throws is logged and keeps nothing from the others. Any thread may add; calls come on the store's loop.
 */
public final class Listeners implements StoreListener {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();

    /** Hears of all that comes from now on, after those that were added before. */
    public void add(StoreListener listener) {
        listeners.add(listener);
    }

    @Override
    public void onTransitions(List<Transition> transitions) {
        tell(listener -> listener.onTransitions(transitions));
    }

    @Override
    public void onDue(int partition, long dueMs) {
        tell(listener -> listener.onDue(partition, dueMs));
    }

    @Override
    public void onReady(Set<String> routes) {
        tell(listener -> listener.onReady(routes));
    }

    private void tell(Consumer<StoreListener> news) {
        for (StoreListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException fault) {
                LOG.error("{} failed on news of the store; the others are told all the same", listener, fault);
            }
        }
    }
}
