package dev.ax.store;

import dev.ax.config.RedisConfig;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisRole;
import java.net.URI;
import java.util.List;

/** Makes clients that lead to one server by one connection, and never reconnect by themselves. */
final class RedisClients {
    /** Twice the link's bound: what one call sends besides itself fits too. */
    private static final int QUEUED = 2 * RedisLinkOptions.DEFAULT_MAX_CALLS;

    private RedisClients() {}

    /** A client of the one server, or of the sentinels' present master. */
    static Redis toMaster(Vertx vertx, RedisConfig config) {
        if (config.mode() == RedisConfig.Mode.SENTINEL) {
            return Redis.createClient(
                    vertx,
                    options(config)
                            .setType(RedisClientType.SENTINEL)
                            .setEndpoints(List.copyOf(config.urls()))
                            .setMasterName(config.masterName())
                            .setRole(RedisRole.MASTER));
        }
        return toServer(vertx, config, config.urls().get(0));
    }

    /** A client of exactly the server at {@code url}. */
    static Redis toServer(Vertx vertx, RedisConfig config, String url) {
        return Redis.createClient(
                vertx, options(config).setType(RedisClientType.STANDALONE).setConnectionString(url));
    }

    /** Host and port of {@code url}, without what is secret in it. */
    static String address(String url) {
        URI uri = URI.create(url);
        if (uri.getHost() == null || !("redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme()))) {
            throw new IllegalArgumentException(
                    "a Redis URL is redis://[user:password@]host:port[/db], or rediss: for TLS");
        }
        int port = uri.getPort() < 0 ? 6379 : uri.getPort();
        return uri.getHost() + ':' + port;
    }

    private static RedisOptions options(RedisConfig config) {
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout(Math.toIntExact(config.commandTimeout().toMillis()))
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true)
                .setReconnectAttempts(0);
        if (config.urls().get(0).startsWith("rediss:")) {
            // trust is what the JVM trusts; the certificate must name the host
            net.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
        }
        RedisOptions options = new RedisOptions()
                .setNetClientOptions(net)
                .setMaxPoolSize(1)
                .setMaxPoolWaiting(4)
                .setPoolCleanerInterval(-1)
                .setPoolRecycleTimeout(-1)
                .setMaxWaitingHandlers(QUEUED);
        // version 2 of the protocol: answers have one shape on every server, whether a script or a command gave them
        return options.setPreferredProtocolVersion(ProtocolVersion.RESP2);
    }
}
