package dev.ax.cli;

import dev.ax.metrics.AxMetrics;
import dev.ax.task.AttemptStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/** The ends that the store has taken of a node's attempts since this was made, by the node's own count. */
final class BenchEnds {
    private static final long LOOK_MS = 1;
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final AxMetrics metrics;
    private final double before;

    BenchEnds(AxMetrics metrics) {
        this.metrics = metrics;
        this.before = total(true);
    }

    double succeeded() {
        return total(true) - before;
    }

    /** Attempts that ended in any other way, since the node started. */
    double others() {
        return total(false);
    }

    /** Until as many have ended well. Does not end where they never do: wait for their starts before. */
    void await(int tasks) {
        while (succeeded() < tasks) {
            pause(LOOK_MS);
        }
    }

    /** Until a count is reached, or has not grown for longer than a lease takes to end. */
    static void awaitUnlessStuck(double wanted, DoubleSupplier count) {
        double before = count.getAsDouble();
        long sinceNanos = System.nanoTime();
        while (before < wanted && System.nanoTime() - sinceNanos < STUCK_NANOS) {
            pause(LOOK_MS);
            double now = count.getAsDouble();
            if (now > before) {
                before = now;
                sinceNanos = System.nanoTime();
            }
        }
    }

    /** Entries of the node's wheel. */
    double wheel() {
        return metrics.registry().find("ax.wheel.size").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", fault);
        }
    }

    private double total(boolean succeeded) {
        return metrics.registry().find("ax.attempts").counters().stream()
                .filter(counter ->
                        AttemptStatus.SUCCEEDED.name().equals(counter.getId().getTag("outcome")) == succeeded)
                .mapToDouble(Counter::count)
                .sum();
    }
}
