package dev.ax.config;

/**
 * The configuration of one node.
 *
 * @param name key prefix and cluster name, so that two ax can share one Redis
 * @param nodeId stable over restarts, unique among live nodes
 */
public record AxConfig(
        String name,
        String nodeId,
        HttpConfig http,
        RedisConfig redis,
        SchedulerConfig scheduler,
        StoreConfig store,
        RetryConfig retry,
        WorkerConfig worker,
        RetentionConfig retention,
        TargetsConfig targets,
        WebhooksConfig webhooks,
        LimitsConfig limits) {}
