package dev.ax.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings what other threads say to the loop: all that came by then in one turn, in order. Any thread may add. */
final class Inbox<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final Loop loop;
    private final Consumer<T> reader;
    private final Queue<T> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean called = new AtomicBoolean();

    /** @param reader called in turns of the loop */
    Inbox(Loop loop, Consumer<T> reader) {
        this.loop = loop;
        this.reader = reader;
    }

    void add(T item) {
        waiting.add(item);
        if (!called.getAndSet(true)) {
            loop.run(this::read);
        }
    }

    private void read() {
        // Taken down first: what comes during this turn is read in it or calls for the next.
        called.set(false);
        for (T item = waiting.poll(); item != null; item = waiting.poll()) {
            read(item);
        }
    }

    /** A fault with one must not keep the others waiting for whoever says something next. */
    private void read(T item) {
        try {
            reader.accept(item);
        } catch (RuntimeException fault) {
            LOG.error("{} was not dealt with.", item, fault);
        }
    }
}
