package dev.ax.tick;

import dev.ax.clock.StoreClock;
import dev.ax.config.SchedulerConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.TaskStore;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.function.Supplier;

/**
 * Gives the tick its event loop: sole owner of the wheel, which does nothing but take due instants and ask the store
 * to fire. Deploy one instance, best in a {@code Vertx} of its own with one event loop, since within a shared one
 * other verticles and connections are put on the same loop and delay it. Nothing here uses the event bus.
 */
public final class TickVerticle extends VerticleBase {
    private final TaskStore store;
    private final StoreClock clock;
    private final SchedulerConfig config;
    private final AxMetrics metrics;
    private final Supplier<List<Integer>> served;
    private final DueInbox inbox;
    private TurnLoop loop;

    /**
     * A tick that turns once it is deployed.
     *
     * @param served the partitions of this node as of now; called on each turn, so it must only read
     * @param inbox of this tick alone; ignores what comes after the tick was undeployed
     */
    public TickVerticle(
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
    }

    @Override
    public Future<?> start() {
        loop = new TurnLoop(vertx, context, clock::nanoTime, metrics::tickLate);
        Ticker ticker = new Ticker(store, clock, config, served, inbox, loop);
        metrics.gauge("ax.wheel.size", "instants that wait in the wheel", ticker::wheelSize);
        inbox.onArrival(loop::wake);
        loop.start(ticker::turn);
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        inbox.close();
        loop.stop();
        return Future.succeededFuture();
    }
}
