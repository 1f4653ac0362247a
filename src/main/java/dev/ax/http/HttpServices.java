package dev.ax.http;

import dev.ax.clock.StoreClock;
import dev.ax.config.ApiKeysConfig;
import dev.ax.config.LimitsConfig;
import dev.ax.contract.ClusterJson.Cluster;
import dev.ax.contract.TaskParser;
import dev.ax.metrics.LoopPulse;
import dev.ax.scheduler.Scheduler;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the REST way in stands on. Shared by all its event loops.
 *
 * @param apiKeys of callers
 * @param notReady why this node should get no requests, in words; empty when it should. Asked on an event loop
 * @param scrape the metrics as Prometheus text; asked on a worker
 * @param cluster as this node sees it; asked on an event loop
 * @param pulse says which event loops of the node hang; the way in adds its own
 */
public record HttpServices(
        Scheduler scheduler,
        TaskParser parser,
        StoreClock clock,
        LimitsConfig limits,
        ApiKeysConfig apiKeys,
        Supplier<List<String>> notReady,
        Supplier<String> scrape,
        Supplier<Uni<Cluster>> cluster,
        LoopPulse pulse) {}
