package dev.ax.dispatch;

import dev.ax.clock.StoreClock;
import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.store.StoreWatch;
import dev.ax.store.TaskStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What the classes of dispatch share.
 *
 * @param wall the wall clock, for ages only
 * @param pulse watches the event loops
 * @param lease how long a claim or renewal lasts, as of now
 */
public record DispatchTools(
        TaskStore store,
        StoreClock clock,
        InstantSource wall,
        StoreWatch watch,
        AxMetrics metrics,
        LoopPulse pulse,
        Supplier<Duration> lease) {

    LeaseAge age() {
        return new LeaseAge(clock, wall, lease);
    }
}
