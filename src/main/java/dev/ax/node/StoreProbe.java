package dev.ax.node;

import dev.ax.metrics.AxMetrics;
import dev.ax.store.StoreUpkeep;
import dev.ax.store.StoreUpkeep.StoreFacts;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the store's server now and then: whether it evicts, and figures for the metrics. */
final class StoreProbe {
    private static final Logger LOG = LoggerFactory.getLogger(StoreProbe.class);

    /** A policy changes by hand and memory by minutes. */
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final StoreUpkeep upkeep;
    private final Readiness readiness;
    private volatile StoreFacts latest = new StoreFacts("unknown", "unknown", 0, 0, 0);

    StoreProbe(StoreUpkeep upkeep, Readiness readiness, AxMetrics metrics) {
        this.upkeep = upkeep;
        this.readiness = readiness;
        metrics.gauge("ax.store.memory.used.bytes", "memory that the store uses", () -> latest.usedMemory());
        metrics.gauge(
                "ax.store.memory.max.bytes", "memory that the store may use; 0 for no limit", () -> latest.maxMemory());
        metrics.gauge("ax.store.cpu.seconds", "processor time of the store since its start", () -> latest.cpuSeconds());
    }

    /** Looks once, then again and again; returns what ends that. */
    Runnable start(Vertx vertx) {
        look();
        long timer = vertx.setPeriodic(INTERVAL.toMillis(), ignored -> look());
        return () -> vertx.cancelTimer(timer);
    }

    private void look() {
        Uni.createFrom()
                .deferred(upkeep::facts)
                .subscribe()
                .with(this::learned, fault -> LOG.debug("the store's facts could not be read", fault));
    }

    private void learned(StoreFacts facts) {
        boolean evicted = readiness.storeEvicts();
        latest = facts;
        readiness.learned(facts);
        if (readiness.storeEvicts() && !evicted) {
            LOG.error(
                    "The store's maxmemory-policy is {}: it may drop tasks to make room. Set it to noeviction; until then this node is not ready.",
                    facts.evictionPolicy());
        }
    }
}
