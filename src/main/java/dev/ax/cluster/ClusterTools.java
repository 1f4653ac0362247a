package dev.ax.cluster;

import dev.ax.clock.StoreClock;
import dev.ax.config.SchedulerConfig;
import dev.ax.events.Alerts;
import dev.ax.events.NodeEvents;
import dev.ax.metrics.LoopPulse;
import dev.ax.promoter.WheelFeed;
import dev.ax.store.Agreed;
import dev.ax.store.NodeIdentity;
import dev.ax.store.NodeRegistry;
import dev.ax.store.NodeRegistry.NodeFigures;
import dev.ax.store.StoreWatch;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the cluster's part of a node works with.
 *
 * @param members empty for a node that is in no cluster
 * @param figures of this node as of now, for the others to see; asked on an event loop
 * @param feed of this node's wheel
 * @param outdated told, at each beat, that the nodes write records that this release cannot read
 */
public record ClusterTools(
        NodeIdentity node,
        NodeRegistry registry,
        Agreed agreed,
        StoreClock clock,
        SchedulerConfig config,
        Ownership ownership,
        Optional<Members> members,
        Supplier<NodeFigures> figures,
        WheelFeed feed,
        Alerts alerts,
        NodeEvents events,
        StoreWatch watch,
        LoopPulse pulse,
        Runnable outdated) {}
