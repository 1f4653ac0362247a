package dev.ax.scheduler;

import dev.ax.clock.StoreClock;
import dev.ax.config.StoreConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.TaskStore;
import io.vertx.core.Vertx;

/**
 * What a scheduler is made of.
 *
 * @param ends among the store's listeners
 * @param limits {@code batchSize} and {@code maxQueued} count here
 */
public record SchedulerParts(
        Vertx vertx,
        TaskStore store,
        RequestReader reader,
        StoreClock clock,
        Handlers handlers,
        TaskEnds ends,
        AxMetrics metrics,
        StoreConfig limits) {}
