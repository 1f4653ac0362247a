package dev.ax.node;

import dev.ax.dispatch.DispatchVerticle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens when a younger node runs under this one's id: it takes up no more work, and whoever runs it is told. */
final class Replacement {
    private static final Logger LOG = LoggerFactory.getLogger(Replacement.class);

    private final Readiness readiness;
    private final DispatchVerticle dispatch;
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean happened;

    Replacement(Readiness readiness, DispatchVerticle dispatch) {
        this.readiness = readiness;
        this.dispatch = dispatch;
    }

    void happened() {
        LOG.error("A younger node runs under this node's id: this one claims no more and gives back what it runs.");
        readiness.replaced();
        dispatch.drain(Duration.ZERO).subscribe().with(drained -> {});
        List<Runnable> told;
        synchronized (this) {
            happened = true;
            told = List.copyOf(listeners);
        }
        told.forEach(Runnable::run);
    }

    /** Has {@code listener} called when it happens; at once where it has. */
    void on(Runnable listener) {
        synchronized (this) {
            if (!happened) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }
}
