package dev.ax.reaper;

import dev.ax.async.Repeated;
import dev.ax.store.TaskStore;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.function.Supplier;

/**
 * Has the reaper do its turn each second, never two at once. The first comes at the start, so that what an older
 * incarnation of this node held is taken at once.
 */
public final class ReaperVerticle extends VerticleBase {
    /** A lease that ended, or a dead letter without its alert, is found within this. */
    static final long PERIOD_MS = 1_000;

    private final ReaperTools tools;
    private final TaskStore store;
    private final Supplier<List<Integer>> served;
    private Repeated turns;
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
        Reaper reaper = new Reaper(tools, store, served);
        unwatch = tools.pulse().watch(vertx, "reaper");
        turns = new Repeated(vertx, context, "reaper", tools.clock()::nanoTime, PERIOD_MS, reaper::turn);
        turns.start();
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        turns.stop();
        unwatch.run();
        return Future.succeededFuture();
    }
}
