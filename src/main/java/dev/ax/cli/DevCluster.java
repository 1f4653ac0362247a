package dev.ax.cli;

import java.util.Map;

/** Where the nodes of {@code serve --dev --node N} are found: each has ports of its own beside those of the first. */
final class DevCluster {
    static final int REDIS_PORT = 6399;

    private static final int HTTP_PORT = 8080;
    private static final int CLUSTER_PORT = 5701;

    private DevCluster() {}

    /** @param number of the node, from 1 */
    static Map<String, String> presets(int number) {
        return Map.of(
                "node-id", "node-" + number,
                "http.port", "" + (HTTP_PORT + number - 1),
                "redis.url", "redis://127.0.0.1:" + REDIS_PORT,
                "cluster.enabled", "true",
                "cluster.port", "" + (CLUSTER_PORT + number - 1),
                "cluster.members", "127.0.0.1:" + CLUSTER_PORT);
    }
}
