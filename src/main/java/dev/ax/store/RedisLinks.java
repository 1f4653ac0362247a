package dev.ax.store;

import dev.ax.config.RedisConfig;
import dev.ax.metrics.AxMetrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * The links of one node, so that no flood of one kind of work delays another.
 *
 * @param data the road of tasks
 * @param leases renewals and the checks before a start and a commit
 * @param control promoter, reaper, clock
 */
record RedisLinks(RedisLink data, RedisLink leases, RedisLink control) {

    static RedisLinks open(
            Vertx vertx, RedisConfig config, LuaLibrary library, AxMetrics metrics, LongSupplier nanoTime) {
        return new RedisLinks(
                RedisLink.open(vertx, config, RedisLinkOptions.of("data", library.all(), nanoTime), metrics),
                RedisLink.open(vertx, config, RedisLinkOptions.of("leases", library.all(), nanoTime), metrics),
                RedisLink.open(vertx, config, RedisLinkOptions.of("control", library.all(), nanoTime), metrics));
    }

    Future<Void> ready() {
        return Future.all(data.ready(), leases.ready(), control.ready()).mapEmpty();
    }

    Future<Void> close() {
        return Future.join(data.close(), leases.close(), control.close()).mapEmpty();
    }
}
