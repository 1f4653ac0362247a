package dev.ax.node;

import dev.ax.clock.NanoClock;
import dev.ax.config.AxConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.RedisStore;
import dev.ax.store.StoreException;
import dev.ax.store.StoreListener;
import dev.ax.store.StoreUpkeep.AgreedSettings;
import dev.ax.store.StoreUpkeep.Joined;
import dev.ax.store.StoreUpkeep.Retention;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a node comes to its store: connects, then joins as the youngest of its id; tries again while the store loads. */
final class StoreEntry {
    private static final Logger LOG = LoggerFactory.getLogger(StoreEntry.class);

    /** A Redis that loads some gigabytes is there by then; a supervisor is told of one that is not. */
    static final Duration LONGEST = Duration.ofSeconds(60);

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Vertx vertx;
    private final AxConfig config;

    StoreEntry(Vertx vertx, AxConfig config) {
        this.vertx = vertx;
        this.config = config;
    }

    /** The connected store; fails with a message for a person where it does not answer. */
    Uni<RedisStore> open(AxMetrics metrics, StoreListener listener) {
        Uni<RedisStore> opening = RedisStore.open(vertx, config, metrics, listener, NanoClock.SYSTEM::nanoTime);
        return Patience.within(
                vertx,
                LONGEST,
                opening,
                this::silence,
                late -> late.close().subscribe().with(closed -> {}, fault -> {}));
    }

    /**
     * The identity and the settings that hold.
     *
     * @throws dev.ax.store.SettingsMismatchException through the Uni, where this node cannot share the store's data
     */
    Uni<Joined> join(RedisStore store) {
        Uni<Joined> joining = Patience.until(
                vertx,
                PAUSE,
                () -> store.upkeep()
                        .join(config.nodeId(), wanted(), config.store().adoptSettings()),
                fault -> !(fault instanceof StoreException refused && refused.retryable()));
        return Patience.within(vertx, LONGEST, joining, this::silence, late -> {})
                .invoke(this::tell);
    }

    private void tell(Joined joined) {
        LOG.info(
                "node {} joined ax {} with incarnation {}",
                joined.node().id(),
                config.name(),
                joined.node().incarnation());
        joined.differences()
                .forEach(difference -> LOG.warn(
                        "{}: the stored value holds. To store this node's instead, start it with ax.store.adopt-settings: true",
                        difference));
    }

    private AgreedSettings wanted() {
        Retention retention = new Retention(
                config.retention().succeeded(),
                config.retention().expired(),
                config.retention().canceled(),
                config.retention().failed());
        return new AgreedSettings(
                config.scheduler().partitions(),
                config.store().groups(),
                config.scheduler().lockExpire(),
                config.scheduler().ageingStep(),
                retention);
    }

    private Throwable silence() {
        return new IllegalStateException("the store did not answer within " + LONGEST.toSeconds()
                + " s; is it there, and is this the way to it? " + config.redis());
    }
}
