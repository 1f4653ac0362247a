package dev.ax.tick;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a plain class its turns on one event loop: each turn says in how many milliseconds it wants the next, and
 * wake-ups from any thread bring one sooner. Each delay is computed anew, so nothing drifts.
 *
 * <p>A turn that throws is logged and followed by another: the loop never dies of it.
 */
public final class TurnLoop implements Executor {
    private static final long AFTER_FAULT_MS = 100;
    private static final Logger LOG = LoggerFactory.getLogger(TurnLoop.class);

    private final Vertx vertx;
    private final Context context;
    private final LongSupplier nanoTime;
    private final LongConsumer onLate;
    private final AtomicBoolean waking = new AtomicBoolean();
    private LongSupplier turn;
    private boolean stopped;
    private long timer = -1;
    private long plannedNanos;

    /**
     * A loop that does not turn yet.
     *
     * @param context of the owner's event loop
     * @param onLate hears, after each timer, by how many nanoseconds it came late
     */
    public TurnLoop(Vertx vertx, Context context, LongSupplier nanoTime, LongConsumer onLate) {
        this.vertx = vertx;
        this.context = context;
        this.nanoTime = nanoTime;
        this.onLate = onLate;
    }

    /** Takes the first turn; on the event loop. */
    public void start(LongSupplier firstTurn) {
        turn = firstTurn;
        run();
    }

    /** No turn after this; on the event loop. */
    public void stop() {
        stopped = true;
        vertx.cancelTimer(timer);
    }

    /** Asks for a turn soon; from any thread, at the price of one compare-and-set while one is asked for already. */
    public void wake() {
        if (waking.compareAndSet(false, true)) {
            context.runOnContext(ignored -> {
                waking.set(false);
                run();
            });
        }
    }

    /** Runs the command on the event loop, and a turn after it; from any thread. */
    @Override
    public void execute(Runnable command) {
        context.runOnContext(ignored -> {
            if (!stopped) {
                try {
                    command.run();
                } catch (RuntimeException fault) {
                    LOG.error("A command failed; its turn follows.", fault);
                }
                run();
            }
        });
    }

    private void run() {
        if (stopped || turn == null) {
            return;
        }
        long delayMs;
        try {
            delayMs = turn.getAsLong();
        } catch (RuntimeException fault) {
            LOG.error("A turn failed; the next one follows.", fault);
            delayMs = AFTER_FAULT_MS;
        }
        if (delayMs <= 0) {
            wake();
        } else {
            arm(delayMs);
        }
    }

    /** A timer that comes sooner than needed stays: it costs a turn, a new one costs two queue operations. */
    private void arm(long delayMs) {
        long dueNanos = nanoTime.getAsLong() + delayMs * 1_000_000L;
        if (timer >= 0) {
            if (plannedNanos <= dueNanos) {
                return;
            }
            vertx.cancelTimer(timer);
        }
        plannedNanos = dueNanos;
        timer = vertx.setTimer(delayMs, ignored -> {
            timer = -1;
            onLate.accept(nanoTime.getAsLong() - plannedNanos);
            run();
        });
    }
}
