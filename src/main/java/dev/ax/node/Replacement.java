package dev.ax.node;

import dev.ax.dispatch.DispatchVerticle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when others take this node's place: a younger one under its id, or those of a newer release whose records it
 * cannot read. It takes up no more work, and whoever runs it is told.
 */
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

    void younger() {
        happened("a younger node runs under this node's id");
    }

    void outdated() {
        happened("the nodes write records that this release cannot read");
    }

    private void happened(String cause) {
        List<Runnable> told;
        synchronized (this) {
            if (happened) {
                return;
            }
            happened = true;
            told = List.copyOf(listeners);
        }
        LOG.error("This node is replaced: it claims no more and gives back what it runs, since {}.", cause);
        readiness.replaced(cause);
        dispatch.drain(Duration.ZERO).subscribe().with(drained -> {});
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
