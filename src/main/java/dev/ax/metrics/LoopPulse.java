package dev.ax.metrics;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether event loops turn. Each loop that is watched stamps the time once a second; one whose stamp grows old hangs in
 * a call that blocks, and does none of its work.
 *
 * <p>Safe for use by any thread: a loop writes only its own stamp. A process that was stopped as a whole shows its loops
 * as silent for the moment until each has turned once.
 */
public final class LoopPulse {
    /** A loop that was silent for longer hangs. Far above any turn that is merely slow, far below a lease. */
    public static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration BEAT = Duration.ofSeconds(1);

    private final LongSupplier nanoTime;
    private final Duration beat;
    private final Map<String, Beats> loops = new ConcurrentHashMap<>();

    /**
     * @param nanoTime a monotonic reading, in nanoseconds from any origin
     */
    public LoopPulse(LongSupplier nanoTime) {
        this(nanoTime, BEAT);
    }

    LoopPulse(LongSupplier nanoTime, Duration beat) {
        this.nanoTime = nanoTime;
        this.beat = beat;
    }

    /** Shows the worst of the watched loops as {@code ax_loop_silence_seconds}. */
    public void bindTo(AxMetrics metrics) {
        metrics.gauge(
                "ax.loop.silence.seconds",
                "since the event loop that was silent for longest last turned; about 1 when all is well",
                () -> longestSilence().toMillis() / 1000.0);
    }

    /**
     * Watches the event loop of the caller, which must be on a Vert.x event-loop context.
     *
     * @param name such as {@code tick}; said where the loop hangs
     * @return ends the watch; to be called when the verticle stops
     */
    public Runnable watch(Vertx vertx, String name) {
        Context context = vertx.getOrCreateContext();
        if (!context.isEventLoopContext()) {
            throw new IllegalStateException("not on an event loop: " + name);
        }
        Beats beats = new Beats(name, nanoTime.getAsLong());
        long timer = vertx.setPeriodic(beat.toMillis(), t -> beats.latestNanos = nanoTime.getAsLong());
        // Several instances of a verticle may give the same name: the timer's number tells them apart.
        String key = name + '#' + timer;
        loops.put(key, beats);
        return () -> {
            loops.remove(key);
            vertx.cancelTimer(timer);
        };
    }

    /** Names of the loops that hang; empty when all turn. */
    public List<String> silent() {
        long now = nanoTime.getAsLong();
        return loops.values().stream()
                .filter(beats -> now - beats.latestNanos > SILENCE.toNanos())
                .map(beats -> beats.name)
                .sorted()
                .toList();
    }

    private Duration longestSilence() {
        long now = nanoTime.getAsLong();
        long longest = loops.values().stream()
                .mapToLong(beats -> now - beats.latestNanos)
                .max()
                .orElse(0);
        return Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(longest));
    }

    /** Written by the watched loop alone, read by any thread. */
    private static final class Beats {
        private final String name;
        private volatile long latestNanos;

        private Beats(String name, long latestNanos) {
            this.name = name;
            this.latestNanos = latestNanos;
        }
    }
}
