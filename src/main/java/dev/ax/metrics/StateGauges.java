package dev.ax.metrics;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Gauges of how many tasks are in which state: {@code ax_tasks{state="pending"}} and so on. Every node shows the same
 * figures, since they are the store's: take the maximum over nodes, not the sum.
 *
 * <p>Asks every few seconds, one question at a time. While the store does not answer, the figures are NaN, which
 * Prometheus shows as a gap: a stale number would look like a queue that stands still.
 */
public final class StateGauges {
    /** Often enough for a scrape each 10 to 15 s, seldom enough to cost nothing. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile Figures latest;

    public StateGauges(AxMetrics metrics) {
        gauge(metrics, "pending", Figures::pending);
        gauge(metrics, "ready", Figures::ready);
        gauge(metrics, "running", Figures::running);
        gauge(metrics, "dead", Figures::dead);
        gauge(metrics, "damaged", Figures::damaged);
    }

    /**
     * Begins to ask, at once and then each {@link #INTERVAL}.
     *
     * @param counts what the store's {@code counts()} says
     * @return ends it
     */
    public Runnable start(Vertx vertx, Supplier<Uni<Figures>> counts) {
        ask(counts);
        long timer = vertx.setPeriodic(INTERVAL.toMillis(), t -> ask(counts));
        return () -> vertx.cancelTimer(timer);
    }

    private void ask(Supplier<Uni<Figures>> counts) {
        if (!asking.compareAndSet(false, true)) {
            return; // the last question is not answered yet
        }
        Uni.createFrom().deferred(counts::get).subscribe().with(this::show, failure -> show(null));
    }

    private void show(Figures figures) {
        latest = figures;
        asking.set(false);
    }

    private void gauge(AxMetrics metrics, String state, ToLongFunction<Figures> figure) {
        metrics.gauge(
                "ax.tasks",
                "tasks by state, as the store's indexes have them",
                () -> {
                    Figures now = latest;
                    return now == null ? Double.NaN : figure.applyAsLong(now);
                },
                "state",
                state);
    }

    /** Tasks by state; {@code dead} are those in FAILED, {@code damaged} the records that were set aside. */
    public record Figures(long pending, long ready, long running, long dead, long damaged) {}
}
