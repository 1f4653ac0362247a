package dev.ax.node;

import dev.ax.clock.EstimatedStoreClock;
import dev.ax.cluster.Members;
import dev.ax.cluster.Ownership;
import dev.ax.config.AxConfig;
import dev.ax.events.Alerts;
import dev.ax.events.Listeners;
import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.metrics.PrometheusMeters;
import dev.ax.store.Agreed;
import dev.ax.store.RedisStore;
import dev.ax.store.StoreUpkeep.Joined;
import dev.ax.store.StoreWatch;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What a node has once it has joined its store, and what all else is made of.
 *
 * @param timing a Vertx of two event loops, for the tick and for leases: within a shared one, others' work and
 *     connections are put on the same loops and delay them
 * @param wall the clock of this machine
 * @param closers everything that was opened
 * @param members empty where the node is in no cluster
 */
record NodeCore(
        Vertx vertx,
        Vertx timing,
        AxConfig config,
        PrometheusMeters meters,
        AxMetrics metrics,
        LoopPulse pulse,
        Listeners listeners,
        RedisStore store,
        Joined joined,
        Agreed agreed,
        EstimatedStoreClock clock,
        InstantSource wall,
        StoreWatch watch,
        Alerts alerts,
        Readiness readiness,
        Closers closers,
        Ownership ownership,
        Optional<Members> members) {

    /** What is agreed on now, which may differ from this node's configuration. */
    Duration lease() {
        return agreed.get().lease();
    }

    /** Soon enough for two tries within a lease, whatever this node was configured with. */
    Duration renewInterval() {
        Duration most = lease().dividedBy(3);
        Duration wanted = config.scheduler().lockRenewInterval();
        return wanted.compareTo(most) < 0 ? wanted : most;
    }
}
