package dev.ax.reaper;

import dev.ax.store.TaskStore;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the reaper do its turn each second, never two at once. The first comes at the start, so that what an older
 * incarnation of this node held is taken at once.
 */
public final class ReaperVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(ReaperVerticle.class);

    /** A lease that ended, or a dead letter without its alert, is found within this. */
    static final long PERIOD_MS = 1_000;

    private final ReaperTools tools;
    private final TaskStore store;
    private final Supplier<List<Integer>> served;
    private Reaper reaper;
    private boolean stopped;
    private Runnable unwatch;

    /**
     * Makes one.
     *
     * @param served partitions that this node serves, as of now; called on the event loop
     */
    public ReaperVerticle(ReaperTools tools, TaskStore store, Supplier<List<Integer>> served) {
        this.tools = tools;
        this.store = store;
        this.served = served;
    }

    @Override
    public Future<?> start() {
        reaper = new Reaper(tools, store, served);
        unwatch = tools.pulse().watch(vertx, "reaper");
        turn();
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        stopped = true;
        unwatch.run();
        return Future.succeededFuture();
    }

    private void turn() {
        long begun = tools.clock().nanoTime();
        reaper.turn()
                .onFailure()
                .invoke(fault -> LOG.error("A turn of the reaper failed; the next one comes in a second.", fault))
                .onFailure()
                .recoverWithNull()
                .subscribe()
                .with(done -> context.runOnContext(ignored -> again(begun)));
    }

    private void again(long begun) {
        if (!stopped) {
            long tookMs = TimeUnit.NANOSECONDS.toMillis(tools.clock().nanoTime() - begun);
            vertx.setTimer(Math.max(1, PERIOD_MS - tookMs), ignored -> {
                if (!stopped) {
                    turn();
                }
            });
        }
    }
}
