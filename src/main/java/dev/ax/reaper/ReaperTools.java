package dev.ax.reaper;

import dev.ax.clock.StoreClock;
import dev.ax.events.Alerts;
import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.store.NodeIdentity;
import dev.ax.store.StoreUpkeep;
import dev.ax.store.StoreUpkeep.Retention;
import dev.ax.store.StoreWatch;
import dev.ax.task.AttemptFinisher;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What the reaper works with.
 *
 * @param pulse watches the event loop
 * @param types that this node has handlers for, as of now
 */
public record ReaperTools(
        NodeIdentity node,
        StoreUpkeep upkeep,
        StoreClock clock,
        AttemptFinisher finisher,
        Supplier<Retention> retention,
        Alerts alerts,
        AxMetrics metrics,
        StoreWatch watch,
        LoopPulse pulse,
        Supplier<Set<String>> types) {}
