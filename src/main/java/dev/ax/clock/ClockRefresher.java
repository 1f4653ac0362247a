package dev.ax.clock;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps an {@link EstimatedStoreClock} fresh from a timer. Start it once; stop it from any thread. */
public final class ClockRefresher {
    /** A jump is to be told within 15 s; a refresh costs eight readings of some microseconds. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ClockRefresher.class);

    private final Vertx vertx;
    private final EstimatedStoreClock clock;
    private volatile boolean failing;
    private volatile long timer = -1;
    private volatile boolean stopped;

    public ClockRefresher(Vertx vertx, EstimatedStoreClock clock) {
        this.vertx = vertx;
        this.clock = clock;
    }

    /** Completes with the first estimate, from which on the clock may be read; fails where the store does not answer. */
    public Uni<Void> start() {
        return clock.refresh().invoke(() -> {
            timer = vertx.setPeriodic(INTERVAL.toMillis(), id -> refresh());
            if (stopped) {
                vertx.cancelTimer(timer);
            }
        });
    }

    public void stop() {
        stopped = true;
        vertx.cancelTimer(timer);
    }

    private void refresh() {
        clock.refresh().subscribe().with(done -> failing = false, this::failed);
    }

    private void failed(Throwable fault) {
        if (!failing && !stopped) {
            LOG.warn("The store's clock cannot be read ({}): going on by the last estimate.", fault.toString());
        }
        failing = true;
    }
}
