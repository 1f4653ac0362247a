package dev.ax.dispatch;

import dev.ax.store.NodeIdentity;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Renews the leases of what dispatch holds, on a thread of its own, so that no flood of other work can end them. Goes on
 * while the node drains; undeployed after it.
 */
public final class LeaseVerticle extends VerticleBase {

    /** After a renewal that failed: soon enough for many more tries before the lease ends. */
    private static final long RETRY_MS = 1_000;

    private final NodeIdentity node;
    private final DispatchTools tools;
    private final DispatchVerticle dispatch;
    private final Supplier<Duration> interval;
    private final Runnable replaced;
    private final AtomicBoolean told = new AtomicBoolean();
    private LeaseKeeper keeper;
    private long timer;
    private volatile boolean started;
    private boolean stopped;
    private Runnable unwatch;

    /**
     * Makes one.
     *
     * @param dispatch whose leases are renewed; deployed before
     * @param interval between two renewals, as of now
     * @param replaced called once, when a younger incarnation of the node is alive: this one must end
     */
    public LeaseVerticle(
            NodeIdentity node,
            DispatchTools tools,
            DispatchVerticle dispatch,
            Supplier<Duration> interval,
            Runnable replaced) {
        this.node = node;
        this.tools = tools;
        this.dispatch = dispatch;
        this.interval = interval;
        this.replaced = replaced;
    }

    @Override
    public Future<?> start() {
        keeper = new LeaseKeeper(node, tools, dispatch.attempts(), dispatch::lost, this::tellReplaced);
        unwatch = tools.pulse().watch(vertx, "leases");
        timer = vertx.setTimer(interval.get().toMillis(), ignored -> turn());
        started = true;
        return Future.succeededFuture();
    }

    /** Does not wait for the interval to pass, as where leases became shorter. Any thread; harmless before the start. */
    public void renewNow() {
        if (started) {
            context.runOnContext(ignored -> {
                if (vertx.cancelTimer(timer)) {
                    turn();
                }
            });
        }
    }

    @Override
    public Future<?> stop() {
        stopped = true;
        unwatch.run();
        return Future.succeededFuture();
    }

    private void turn() {
        if (stopped) {
            return;
        }
        long begun = tools.clock().nanoTime();
        keeper.turn()
                .subscribe()
                .with(well -> context.runOnContext(ignored -> {
                    long tookMs = TimeUnit.NANOSECONDS.toMillis(tools.clock().nanoTime() - begun);
                    long pauseMs = well ? interval.get().toMillis() - tookMs : RETRY_MS;
                    if (!stopped) {
                        timer = vertx.setTimer(Math.max(1, pauseMs), due -> turn());
                    }
                }));
    }

    private void tellReplaced() {
        if (told.compareAndSet(false, true)) {
            replaced.run();
        }
    }
}
