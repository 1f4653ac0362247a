package dev.ax.config;

import java.util.regex.Pattern;

/**
 * The configuration of one node. {@link ConfigLoader} reads it; an application may also build it by hand.
 *
 * @param name key prefix and cluster name, so that two ax can share one Redis; 1 to 40 of {@code A-Za-z0-9._-},
 *     starting with a letter or digit
 * @param nodeId stable over restarts, unique among live nodes; 1 to 200 of {@code A-Za-z0-9._:@+=-}, starting with a
 *     letter or digit
 */
public record AxConfig(
        String name,
        String nodeId,
        HttpConfig http,
        ApiKeysConfig apiKeys,
        RedisConfig redis,
        SchedulerConfig scheduler,
        StoreConfig store,
        RetryConfig retry,
        WorkerConfig worker,
        RetentionConfig retention,
        TargetsConfig targets,
        WebhooksConfig webhooks,
        LimitsConfig limits,
        ClusterConfig cluster,
        BackpressureConfig backpressure) {

    /** No braces: the name stands inside the hash tag of every key. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

    private static final Pattern NODE_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@+=-]{0,199}");

    public AxConfig {
        new Checks()
                .that(
                        NAME.matcher(name).matches(),
                        "1 to 40 characters of A-Za-z0-9._-, the first a letter or digit",
                        "name")
                .that(
                        NODE_ID.matcher(nodeId).matches(),
                        "1 to 200 characters of A-Za-z0-9._:@+=-, the first a letter or digit",
                        "node-id")
                .that(
                        isGuarded(http, apiKeys),
                        "a loopback address such as 127.0.0.1, or API keys in ax.api-keys (AX_API_KEYS_READ, _WRITE,"
                                + " _ADMIN), or whoever reaches the port may do everything; where something else keeps"
                                + " strangers out, set ax.http.insecure to true",
                        "http.host",
                        "http.insecure")
                .done();
    }

    /** Whether the REST endpoint knows who asks, or only this machine can. A section with faults is judged by those. */
    private static boolean isGuarded(HttpConfig http, ApiKeysConfig apiKeys) {
        return http == null
                || apiKeys == null
                || !http.enabled()
                || http.insecure()
                || http.isLoopback()
                || !apiKeys.isEmpty();
    }

    /** A node without a cluster and API keys, with the default thresholds. */
    public AxConfig(
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
            LimitsConfig limits) {
        this(
                name,
                nodeId,
                http,
                ApiKeysConfig.NONE,
                redis,
                scheduler,
                store,
                retry,
                worker,
                retention,
                targets,
                webhooks,
                limits,
                ClusterConfig.OFF,
                BackpressureConfig.DEFAULT);
    }
}
