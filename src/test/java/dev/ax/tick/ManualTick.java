package dev.ax.tick;

import dev.ax.clock.StoreClock;
import dev.ax.config.SchedulerConfig;
import dev.ax.store.TaskStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A tick whose turns the test takes, on its own thread. */
public final class ManualTick {
    /** The values of {@code ax.yaml}. */
    public static final SchedulerConfig DEFAULTS = new SchedulerConfig(
            Duration.ofMillis(100),
            512,
            Duration.ofMillis(2),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            32,
            0);

    private final Ticker ticker;

    public ManualTick(TaskStore store, StoreClock clock, Supplier<List<Integer>> served, DueInbox inbox) {
        ticker = new Ticker(store, clock, DEFAULTS, served, inbox, Runnable::run);
    }

    /** As {@link Ticker#turn}. */
    public long turn() {
        return ticker.turn();
    }

    public int wheelSize() {
        return ticker.wheelSize();
    }
}
