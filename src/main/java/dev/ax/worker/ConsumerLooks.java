package dev.ax.worker;

import dev.ax.clock.NanoClock;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.ClusteredNode;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks which members consume the addresses of calls that nobody acknowledged. One look after the other, and the next
 * round a second after the last, so that however many addresses there are, they keep one thread of the worker pool.
 */
final class ConsumerLooks {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerLooks.class);
    private static final long PAUSE_MS = 1_000;

    private final Vertx vertx;
    private final ClusteredNode cluster;
    private final PendingCalls calls;
    private final NanoClock clock;
    private volatile boolean closed;

    ConsumerLooks(Vertx vertx, ClusteredNode cluster, PendingCalls calls, NanoClock clock) {
        this.vertx = vertx;
        this.cluster = cluster;
        this.calls = calls;
        this.clock = clock;
    }

    void start() {
        vertx.setTimer(PAUSE_MS, ignored -> next(calls.unacknowledged().iterator()));
    }

    void close() {
        closed = true;
    }

    private void next(Iterator<String> addresses) {
        if (closed) {
            return;
        }
        if (!addresses.hasNext()) {
            start();
            return;
        }
        String address = addresses.next();
        long lookedNanos = clock.nanoTime();
        cluster.getRegistrations(address, (registrations, fault) -> {
            if (fault == null) {
                calls.consumedBy(address, members(registrations), lookedNanos);
            } else {
                LOG.debug("who consumes {} is not known", address, fault);
            }
            next(addresses);
        });
    }

    private static Set<String> members(List<RegistrationInfo> registrations) {
        return registrations.stream().map(RegistrationInfo::nodeId).collect(Collectors.toSet());
    }
}
