package dev.ax.async;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does a piece of work again and again on an event loop, from begin to begin once a period, never twice at a time: work
 * that takes longer is followed at once. Owned by the loop.
 */
public final class Repeated {
    private static final Logger LOG = LoggerFactory.getLogger(Repeated.class);

    private final Vertx vertx;
    private final Context context;
    private final String name;
    private final LongSupplier nanoTime;
    private final long periodMs;
    private final Supplier<Uni<Void>> work;
    private boolean stopped;

    /**
     * One that has not begun.
     *
     * @param context of the event loop
     * @param name for the log, where the work fails
     */
    public Repeated(
            Vertx vertx, Context context, String name, LongSupplier nanoTime, long periodMs, Supplier<Uni<Void>> work) {
        this.vertx = vertx;
        this.context = context;
        this.name = name;
        this.nanoTime = nanoTime;
        this.periodMs = periodMs;
        this.work = work;
    }

    /** Does it for the first time. */
    public void start() {
        turn();
    }

    /** Begins it no more; what is under way ends. */
    public void stop() {
        stopped = true;
    }

    private void turn() {
        long begun = nanoTime.getAsLong();
        Uni.createFrom()
                .deferred(work::get)
                .onFailure()
                .invoke(fault -> LOG.error("A turn of the {} failed; the next one comes.", name, fault))
                .onFailure()
                .recoverWithNull()
                .subscribe()
                .with(done -> context.runOnContext(ignored -> again(begun)));
    }

    private void again(long begun) {
        if (!stopped) {
            long tookMs = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - begun);
            vertx.setTimer(Math.max(1, periodMs - tookMs), ignored -> {
                if (!stopped) {
                    turn();
                }
            });
        }
    }
}
