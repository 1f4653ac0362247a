package dev.ax.store;

import dev.ax.config.RedisConfig;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;

/**
 * Which server a key's commands go to. Owned by the link's context, but {@link #connected}, which any thread may ask.
 */
interface RedisRoutes {

    void start();

    /** The server that owns {@code key}; null while that is unknown. */
    RedisNode node(String key);

    /** The server at an address that another named. */
    RedisNode at(String address);

    /** A server answered as if the map were old. */
    void stale();

    /** Whether every server that owns something is connected. */
    boolean connected();

    Future<Void> close();

    /**
     * The routes of the configured mode, not started.
     *
     * @param changed called after each change of what is connected, or of the map
     */
    static RedisRoutes of(RedisConfig config, RedisLinkOptions options, ContextInternal context, Runnable changed) {
        return config.mode() == RedisConfig.Mode.CLUSTER
                ? new ClusterRoutes(config, options, context, changed)
                : new SingleRoute(config, options, context, changed);
    }
}
