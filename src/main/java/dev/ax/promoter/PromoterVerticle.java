package dev.ax.promoter;

import dev.ax.clock.StoreClock;
import dev.ax.config.SchedulerConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.TaskStore;
import dev.ax.tick.DueInbox;
import dev.ax.tick.TurnLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.function.Supplier;

/** Gives the promoter its event loop: keeps the wheel loaded for the partitions of this node. Deploy one instance. */
public final class PromoterVerticle extends VerticleBase {
    private final TaskStore store;
    private final StoreClock clock;
    private final SchedulerConfig config;
    private final AxMetrics metrics;
    private final Supplier<List<Integer>> served;
    private final DueInbox inbox;
    private final Horizons horizons;
    private volatile TurnLoop loop;

    /**
     * A promoter that loads at once when it is deployed.
     *
     * @param served the partitions of this node as of now; called on each turn, so it must only read
     * @param inbox of the tick that fires them
     */
    public PromoterVerticle(
            TaskStore store,
            StoreClock clock,
            SchedulerConfig config,
            AxMetrics metrics,
            Supplier<List<Integer>> served,
            DueInbox inbox) {
        this.store = store;
        this.clock = clock;
        this.config = config;
        this.metrics = metrics;
        this.served = served;
        this.inbox = inbox;
        this.horizons = new Horizons(store.partitions(), inbox);
    }

    /** Where the store's listener offers what became due; usable before deployment, when it takes nothing yet. */
    public WheelFeed feed() {
        return horizons;
    }

    /** The partitions of this node may have changed: looks at once. Any thread; harmless before the start. */
    public void wake() {
        TurnLoop running = loop;
        if (running != null) {
            running.wake();
        }
    }

    @Override
    public Future<?> start() {
        loop = new TurnLoop(vertx, context, clock::nanoTime, lateNanos -> {});
        Promoter promoter = new Promoter(store, clock, config, served, inbox, horizons, loop);
        metrics.gauge(
                "ax.promoter.ahead",
                "seconds ahead that the least loaded partition is in the wheel",
                () -> promoter.shortestAheadMs() / 1_000.0);
        loop.start(promoter::turn);
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        loop.stop();
        return Future.succeededFuture();
    }
}
