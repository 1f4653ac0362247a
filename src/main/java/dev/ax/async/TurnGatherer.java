package dev.ax.async;

import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Gathers items until the end of the present turn of an event loop and hands them on together: what arrives at once
 * travels at once. Waits for nothing, so a lone item is late by no more than the tasks the loop has queued already.
 *
 * <p>Any thread may add; the consumer is called on the context.
 */
public final class TurnGatherer<T> {
    private final Context context;
    private final Consumer<List<T>> consumer;
    private List<T> gathered = new ArrayList<>(); // guarded by this: others than the loop may add

    /** @param context an event loop's */
    public TurnGatherer(Context context, Consumer<List<T>> consumer) {
        this.context = context;
        this.consumer = consumer;
    }

    public void add(T item) {
        addAll(List.of(item));
    }

    public void addAll(Collection<? extends T> items) {
        if (items.isEmpty()) {
            return;
        }
        boolean first;
        synchronized (this) {
            first = gathered.isEmpty();
            gathered.addAll(items);
        }
        if (first) {
            context.runOnContext(ignored -> consumer.accept(take()));
        }
    }

    private synchronized List<T> take() {
        List<T> taken = gathered;
        gathered = new ArrayList<>();
        return taken;
    }
}
