package dev.ax.config;

/**
 * The store's layout and its bounds in this node.
 *
 * @param groups 1 on a standalone Redis, 8 to 16 on a Redis Cluster; fixed at first start
 * @param adoptSettings whether this node's values replace the stored ones that nodes agree on
 * @param batchSize most tasks a script call carries
 * @param maxQueued most submissions of this node that wait for the store before more are refused
 */
public record StoreConfig(int groups, boolean adoptSettings, int batchSize, int maxQueued) {

    public StoreConfig {
        new Checks()
                .within("groups", groups, 1, 64)
                .within("batch-size", batchSize, 1, 200)
                .within("max-queued", maxQueued, 1, 10_000_000)
                .done();
    }
}
