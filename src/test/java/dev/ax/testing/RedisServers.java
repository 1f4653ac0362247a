package dev.ax.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

/**
 * Starts real Redis servers for tests; all of them end with the JVM at the latest. Ordinary tests take the
 * {@link #shared} one and keep apart by a fresh {@code ax.name}; tests that kill, freeze or configure take their own.
 */
public final class RedisServers {
    private static final int CLUSTER_BUS_OFFSET = 10_000;
    private static final int PORT_TRIES = 20;
    private static final Set<RedisServer> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(RedisServer::abandon), "redis-end"));
    }

    private RedisServers() {}

    /** The server of this JVM, without a file; started when first asked for. Leave its settings and data alone. */
    public static RedisServer shared() {
        return Shared.SERVER;
    }

    /**
     * A server of its own.
     *
     * @param settings as in the configuration file, for example {@code "appendonly yes"}
     */
    public static RedisServer start(String... settings) {
        return onFreePort(port -> RedisServer.start(port, List.of(settings)));
    }

    /** A cluster of masters without replicas that share the slots evenly, ready to serve. */
    public static RedisClusterServers cluster(int masters, String... settings) {
        List<String> all = new ArrayList<>(List.of("cluster-enabled yes", "cluster-node-timeout 2000"));
        all.addAll(List.of(settings));
        List<RedisServer> servers = new ArrayList<>();
        for (int i = 0; i < masters; i++) {
            servers.add(onFreePort(port -> RedisServer.start(port, all)));
        }
        return RedisClusterServers.joined(servers);
    }

    /** A master, a replica, and a sentinel that fails over after a second. */
    public static RedisSentinelServers sentinel() {
        RedisServer master = start("repl-diskless-sync-delay 0");
        RedisServer replica = start("replicaof 127.0.0.1 " + master.port(), "repl-diskless-sync-delay 0");
        replica.awaitLog("sync: Finished with success");
        RedisServer sentinel = onFreePort(port ->
                RedisServer.startSentinel(port, """
                bind 127.0.0.1
                sentinel monitor %1$s 127.0.0.1 %2$d 1
                sentinel down-after-milliseconds %1$s 1000
                sentinel failover-timeout %1$s 3000
                """.formatted(RedisSentinelServers.MASTER_NAME, master.port())));
        sentinel.awaitLog("+slave");
        return new RedisSentinelServers(master, replica, sentinel);
    }

    static void register(RedisServer server) {
        RUNNING.add(server);
    }

    static void forget(RedisServer server) {
        RUNNING.remove(server);
    }

    /** A port may be taken between the look and the start: then another is tried. */
    private static RedisServer onFreePort(IntFunction<RedisServer> start) {
        IllegalStateException last = null;
        for (int i = 0; i < PORT_TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (!free(port) || !free(port + CLUSTER_BUS_OFFSET)) {
                continue;
            }
            try {
                return start.apply(port);
            } catch (IllegalStateException taken) {
                last = taken;
            }
        }
        throw new IllegalStateException("no Redis started on any of " + PORT_TRIES + " ports", last);
    }

    private static boolean free(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** A port that is free now, for what is not a Redis. */
    public static int freePort() {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Started by the first use of the class. */
    private static final class Shared {
        static final RedisServer SERVER = start();
    }
}
