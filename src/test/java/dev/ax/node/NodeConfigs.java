package dev.ax.node;

import dev.ax.config.AxConfig;
import dev.ax.config.SchedulerConfig;
import dev.ax.config.WorkerConfig;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.time.Duration;

/** Configurations of nodes on the shared Redis, with leases short enough to see them end. */
final class NodeConfigs {
    static final Duration LEASE = Duration.ofSeconds(3);

    private NodeConfigs() {}

    /** Under a name that nobody else uses. */
    static AxConfig of(Duration drainTimeout) {
        AxConfig plain = TestConfigs.standalone(RedisServers.shared().url());
        return with(plain, partitioned(plain, plain.scheduler().partitions()), drainTimeout);
    }

    /** The same store, but set up with another number of partitions. */
    static AxConfig mismatched(AxConfig config) {
        return with(config, partitioned(config, 16), config.worker().drainTimeout());
    }

    /** The same store, as another node. */
    static AxConfig named(AxConfig config, String nodeId) {
        return new AxConfig(
                config.name(),
                nodeId,
                config.http(),
                config.redis(),
                config.scheduler(),
                config.store(),
                config.retry(),
                config.worker(),
                config.retention(),
                config.targets(),
                config.webhooks(),
                config.limits());
    }

    private static SchedulerConfig partitioned(AxConfig config, int partitions) {
        SchedulerConfig scheduler = config.scheduler();
        return new SchedulerConfig(
                scheduler.tickDuration(),
                scheduler.wheelSize(),
                scheduler.fineTick(),
                LEASE,
                LEASE.dividedBy(6),
                scheduler.heartbeatInterval(),
                scheduler.heartbeatTimeout(),
                scheduler.ageingStep(),
                partitions,
                scheduler.defaultSpread());
    }

    private static AxConfig with(AxConfig config, SchedulerConfig scheduler, Duration drainTimeout) {
        WorkerConfig worker = config.worker();
        return new AxConfig(
                config.name(),
                config.nodeId(),
                config.http(),
                config.redis(),
                scheduler,
                config.store(),
                config.retry(),
                new WorkerConfig(4, 16, 16, drainTimeout, worker.maxShare(), worker.builtinHandlers()),
                config.retention(),
                config.targets(),
                config.webhooks(),
                config.limits());
    }
}
