package dev.ax.cli;

import dev.ax.async.Bridge;
import dev.ax.cluster.ClusteredVertx;
import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import dev.ax.config.LoadedConfig;
import dev.ax.node.AxNode;
import dev.ax.process.EmbeddedRedis;
import dev.ax.scheduler.Scheduler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node in this process, with its Vertx and, where it brings one, its Redis. Blocks; not for event loops. */
final class LocalNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.ax.config");

    /** Connecting to a Redis that loads its data may take this long; a supervisor waits no longer either. */
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    /** What a node needs beyond its drain time to hand back what it runs, and then again to leave its cluster. */
    private static final Duration LEAVING = Duration.ofSeconds(4);

    private static final Map<String, String> DEV = Map.of(
            "worker.builtin-handlers", "true",
            "http.close-delay", "0s",
            "targets.allow", "http://*,https://*,127.0.0.0/8,::1/128");

    /** For a node that only who starts it talks to, without a key, whatever its environment says of other nodes. */
    static final Map<String, String> PRIVATE = Map.of(
            "http.enabled", "true",
            "http.host", "127.0.0.1",
            "http.port", "0",
            "api-keys.read", "",
            "api-keys.write", "",
            "api-keys.admin", "");

    private final AxConfig config;
    private final Vertx vertx;
    private final AxNode node;
    private final EmbeddedRedis redis;

    private LocalNode(AxConfig config, Vertx vertx, AxNode node, EmbeddedRedis redis) {
        this.config = config;
        this.vertx = vertx;
        this.node = node;
        this.redis = redis;
    }

    /**
     * Starts a node against the Redis of its configuration.
     *
     * @throws dev.ax.config.ConfigException if the configuration cannot be used
     */
    static LocalNode start(ConfigLoader loader) {
        return start(loader, (EmbeddedRedis) null);
    }

    /**
     * Starts one as {@link #start(ConfigLoader)}.
     *
     * @param wall the clock of its machine
     * @param beforeStart registers handlers
     * @throws dev.ax.config.ConfigException if the configuration cannot be used
     */
    static LocalNode start(ConfigLoader loader, InstantSource wall, Consumer<Scheduler> beforeStart) {
        return start(loader, null, wall, beforeStart);
    }

    /**
     * Starts a node with a Redis of its own, the built-in handlers on and loopback allowed as a target.
     *
     * @param data folder that survives a restart; null for none
     * @throws dev.ax.config.ConfigException if the configuration cannot be used
     */
    static LocalNode startDev(ConfigLoader loader, Path data) {
        loader.presets("--dev", DEV);
        return startWithRedis(loader, data, EmbeddedRedis.FREE_PORT);
    }

    /**
     * Starts one of several such nodes of this machine, which form a cluster. The first brings the Redis of all.
     *
     * @param number from 1
     * @param data folder that survives a restart; null for none, and for all but the first
     * @throws dev.ax.config.ConfigException if the configuration cannot be used
     */
    static LocalNode startDev(ConfigLoader loader, Path data, int number) {
        loader.presets("--dev", DEV);
        loader.presets("--node", DevCluster.presets(number));
        return number == 1 ? startWithRedis(loader, data, DevCluster.REDIS_PORT) : start(loader);
    }

    private static LocalNode startWithRedis(ConfigLoader loader, Path data, int port) {
        // Its faults are to be told before a server is started for nothing.
        loader.load();
        EmbeddedRedis redis = EmbeddedRedis.start(data, port);
        loader.overrides("--dev", Map.of("redis.url", redis.url(), "redis.mode", "standalone"));
        return start(loader, redis);
    }

    private static LocalNode start(ConfigLoader loader, EmbeddedRedis redis) {
        return start(loader, redis, InstantSource.system(), scheduler -> {});
    }

    private static LocalNode start(
            ConfigLoader loader, EmbeddedRedis redis, InstantSource wall, Consumer<Scheduler> beforeStart) {
        // Beside the reading of the configuration: in a fresh process each takes some hundred milliseconds.
        CompletableFuture<Vertx> vertx =
                CompletableFuture.supplyAsync(LocalNode::openVertx, work -> new Thread(work, "ax-vertx").start());
        try {
            LoadedConfig loaded = loader.load();
            vertx.join();
            loaded.log(LOG);
            if (loaded.config().cluster().enabled()) {
                vertx = clustered(vertx.join(), loaded.config());
            }
            AxNode node = AxNode.start(vertx.join(), loaded.config(), wall, beforeStart)
                    .await()
                    .atMost(LONGEST_START);
            return new LocalNode(loaded.config(), vertx.join(), node, redis);
        } catch (RuntimeException fault) {
            end(vertx, redis);
            throw fault;
        }
    }

    private static Vertx openVertx() {
        LogStart.await();
        return Vertx.vertx(options());
    }

    /** The one that was opened before the configuration was known gives way. */
    private static CompletableFuture<Vertx> clustered(Vertx alone, AxConfig config) {
        return Bridge.uni(alone::close)
                .chain(() -> ClusteredVertx.open(config, options()))
                .subscribeAsCompletionStage();
    }

    private static VertxOptions options() {
        return new VertxOptions().setPreferNativeTransport(true);
    }

    AxConfig config() {
        return config;
    }

    Vertx vertx() {
        return vertx;
    }

    AxNode node() {
        return node;
    }

    /** Null where it brought none. */
    EmbeddedRedis redis() {
        return redis;
    }

    String url() {
        String host = config.http().host();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + node.httpPort();
    }

    /** How long {@link #close} takes at most: whoever would kill a node waits longer. */
    static Duration longestStop(AxConfig config) {
        return config.worker().drainTimeout().plus(LEAVING).plus(LEAVING);
    }

    /** Drains, leaves, and only then ends what it needs for that. */
    @Override
    public void close() {
        try {
            node.stop().await().atMost(config.worker().drainTimeout().plus(LEAVING));
        } finally {
            end(CompletableFuture.completedFuture(vertx), redis);
        }
    }

    private static void end(CompletableFuture<Vertx> vertx, EmbeddedRedis redis) {
        try {
            Bridge.uni(() -> vertx.join().close()).await().atMost(LEAVING);
        } finally {
            if (redis != null) {
                redis.close();
            }
        }
    }
}
