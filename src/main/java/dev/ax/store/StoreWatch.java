package dev.ax.store;

import dev.ax.clock.StoreClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a node's calls reach the store, told in one log line a change, however many calls fail. Safe for use by any
 * thread.
 *
 * <p>Each user of the store has a {@link Source} of its own: the store counts as away from the first failure of one
 * until each that failed has had an answer again. So a part that is out of reach does not make the log flap.
 */
public final class StoreWatch {
    private static final Logger LOG = LoggerFactory.getLogger(StoreWatch.class);

    private final StoreClock clock;
    private final Set<Source> failing = new HashSet<>();
    private long awaySinceNanos;

    public StoreWatch(StoreClock clock) {
        this.clock = clock;
    }

    /** A user of the store, such as {@code results}. */
    public Source source(String name) {
        return new Source(name);
    }

    /** How long the store has been out of reach; zero where it is not. */
    public synchronized Duration awayFor() {
        return failing.isEmpty() ? Duration.ZERO : Duration.ofNanos(clock.nanoTime() - awaySinceNanos);
    }

    private synchronized void failed(Source source, Throwable fault) {
        if (failing.add(source) && failing.size() == 1) {
            awaySinceNanos = clock.nanoTime();
            LOG.warn(
                    "The store does not answer ({}: {}). What runs goes on; results are kept and sent until it does.",
                    source.name,
                    fault.toString());
        }
    }

    private synchronized void worked(Source source) {
        if (failing.remove(source) && failing.isEmpty()) {
            LOG.info(
                    "The store answers again after {} ms.",
                    Duration.ofNanos(clock.nanoTime() - awaySinceNanos).toMillis());
        }
    }

    /** One user of the store. */
    public final class Source {
        private final String name;
        private volatile boolean away;
        private volatile boolean odd;

        private Source(String name) {
            this.name = name;
        }

        /** A call failed. A fault that is not the store's absence is logged by itself, once until a call works. */
        public void failed(Throwable fault) {
            if (fault instanceof StoreException refused && refused.retryable()) {
                if (refused.kind() == StoreException.Kind.UNAVAILABLE && !away) {
                    away = true;
                    StoreWatch.this.failed(this, fault);
                }
            } else if (!odd) {
                odd = true;
                LOG.error("{}: the store gave an answer that cannot be used.", name, fault);
            }
        }

        /** A call was answered. */
        public void worked() {
            odd = false;
            if (away) {
                away = false;
                StoreWatch.this.worked(this);
            }
        }
    }
}
