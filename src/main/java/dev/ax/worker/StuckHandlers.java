package dev.ax.worker;

import dev.ax.clock.StoreClock;
import dev.ax.events.Alerts;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.ClaimedTask;
import io.netty.util.Timer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and shows the handlers that go on after they were interrupted. Safe for use by any thread. */
final class StuckHandlers {
    private static final int SHOWN_FRAMES = 10;

    private final Timer timers;
    private final Duration patience;
    private final StoreClock clock;
    private final Alerts alerts;
    private final AtomicInteger count = new AtomicInteger();

    StuckHandlers(Timer timers, Duration patience, StoreClock clock, AxMetrics metrics, Alerts alerts) {
        this.timers = timers;
        this.patience = patience;
        this.clock = clock;
        this.alerts = alerts;
        metrics.gauge("ax.stuck.handlers", "handlers that go on after they were interrupted", count::get);
    }

    /** Has {@code check} called once the patience with a handler that was interrupted is over. */
    void watch(Runnable check) {
        try {
            timers.newTimeout(due -> check.run(), patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IllegalStateException stopped) {
            // The pool is closed: nobody is left to be told.
            return;
        }
    }

    void add(ClaimedTask task, long startedAtMs, Thread thread) {
        count.incrementAndGet();
        StackTraceElement[] stack = thread.getStackTrace();
        JsonArray frames = new JsonArray();
        Arrays.stream(stack).limit(SHOWN_FRAMES).forEach(frame -> frames.add(frame.toString()));
        alerts.raise(
                "stuck-handler",
                new JsonObject()
                        .put("taskId", task.id())
                        .put("type", task.spec().type())
                        .put("attempt", task.attempt())
                        .put("token", task.token())
                        .put("runningForMs", Math.max(0, clock.nowMs() - startedAtMs))
                        .put("stack", frames));
    }

    void remove() {
        count.decrementAndGet();
    }
}
