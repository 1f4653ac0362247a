package dev.ax.store;

import dev.ax.config.RedisConfig;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;

/** All keys in one server: the standalone one, or the master that the sentinels name whenever a connection is made. */
final class SingleRoute implements RedisRoutes {
    private final RedisNode node;

    SingleRoute(RedisConfig config, RedisLinkOptions options, ContextInternal context, Runnable changed) {
        String label = config.mode() == RedisConfig.Mode.SENTINEL
                ? "master " + config.masterName()
                : RedisClients.address(config.urls().get(0));
        this.node = new RedisNode(
                context,
                options,
                config.commandTimeout(),
                label,
                vertx -> RedisClients.toMaster(vertx, config),
                changed);
    }

    @Override
    public void start() {
        node.start();
    }

    @Override
    public RedisNode node(String key) {
        return node;
    }

    @Override
    public RedisNode at(String address) {
        return node;
    }

    @Override
    public void stale() {}

    @Override
    public boolean connected() {
        return node.connected();
    }

    @Override
    public Future<Void> close() {
        return node.close();
    }
}
