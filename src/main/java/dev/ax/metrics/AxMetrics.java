package dev.ax.metrics;

import dev.ax.task.AttemptStatus;
import dev.ax.task.TaskState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The metrics of one node. Safe for use by any thread; each call costs a map look-up and an addition.
 */
public final class AxMetrics {
    private static final Duration[] LATENESS_BUCKETS =
            millis(1, 2, 5, 10, 15, 25, 50, 100, 200, 500, 1000, 5000, 30000);
    private static final Duration[] RUN_BUCKETS = millis(1, 5, 10, 50, 100, 500, 1000, 5000, 30000, 60000, 600000);

    private final MeterRegistry registry;
    private final Map<String, Counter> counters = new ConcurrentHashMap<>();
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();
    private final Timer startLateness;
    private final Timer runTime;
    private final Timer tickLateness;

    public AxMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.startLateness =
                histogram("ax.start.lateness", "start of an attempt minus its due instant", LATENESS_BUCKETS);
        this.runTime = histogram("ax.run.time", "from the call of the executor to its outcome", RUN_BUCKETS);
        this.tickLateness =
                histogram("ax.tick.lateness", "turn of the tick minus when it was to come", LATENESS_BUCKETS);
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** A task changed its state; {@code from} is null for a submission. */
    public void transition(TaskState from, TaskState to) {
        counter("ax.transitions", "from", from == null ? "NONE" : from.name(), "to", to.name())
                .increment();
    }

    public void attemptEnded(AttemptStatus status, long runMs) {
        counter("ax.attempts", "outcome", status.name()).increment();
        if (runMs >= 0) {
            runTime.record(runMs, TimeUnit.MILLISECONDS);
        }
    }

    public void started(long latenessMs) {
        startLateness.record(Math.max(0, latenessMs), TimeUnit.MILLISECONDS);
    }

    public void tickLate(long nanos) {
        tickLateness.record(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    public void scriptCalled(String script, long nanos, boolean ok) {
        timers.computeIfAbsent(
                        script,
                        s -> Timer.builder("ax.script.calls")
                                .description("latency of script calls as this node saw them")
                                .tag("script", s)
                                .serviceLevelObjectives(LATENESS_BUCKETS)
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
        if (!ok) {
            counter("ax.script.errors", "script", script).increment();
        }
    }

    public void leasesRenewed(int count) {
        counter("ax.lease.renewals").increment(count);
    }

    public void leasesLost(int count) {
        counter("ax.lease.losses").increment(count);
    }

    /** The result of an attempt that was lost or cancelled was dropped here or refused by the store. */
    public void resultRefused() {
        counter("ax.results.refused").increment();
    }

    public void alertRaised(String kind) {
        counter("ax.alerts", "kind", kind).increment();
    }

    /** Shows a figure whenever the metrics are read; {@code tags} are keys and values in turn. */
    public void gauge(String name, String description, Supplier<Number> figure, String... tags) {
        Gauge.builder(name, figure)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private Counter counter(String name, String... tags) {
        return counters.computeIfAbsent(
                name + String.join(",", tags),
                k -> Counter.builder(name).tags(tags).register(registry));
    }

    private Timer histogram(String name, String description, Duration... buckets) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    private static Duration[] millis(long... millis) {
        Duration[] durations = new Duration[millis.length];
        for (int i = 0; i < millis.length; i++) {
            durations[i] = Duration.ofMillis(millis[i]);
        }
        return durations;
    }
}
