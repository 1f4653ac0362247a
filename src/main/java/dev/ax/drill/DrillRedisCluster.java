package dev.ax.drill;

import dev.ax.process.RedisProbe;
import dev.ax.process.SlowLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Redis Cluster of three masters, each with a replica, for eight groups. A kill is one of a master. */
final class DrillRedisCluster implements DrillStore {
    private static final String SINGLE = "it needs a Redis by itself: run it without --cluster";
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final String GROUPS = "8";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The bus of a server is ten thousand ports above it. */
    private static final int BUS = 10_000;

    private static final int LOWEST_PORT = 21_000;

    /** A replica is behind by what was on its way. */
    private static final Duration BEHIND = Duration.ofSeconds(1);

    private static final List<String> ARGUMENTS = List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "2000");

    private final List<DrillServer> servers = new ArrayList<>(); // masters first, then the replica of each
    private int kills;
    private DrillServer killed;

    DrillRedisCluster() {
        try {
            int port = LOWEST_PORT;
            for (int i = 0; i < 2 * MASTERS; i++) {
                port = freePort(port + 1);
                servers.add(new DrillServer(port, "everysec", ARGUMENTS));
            }
            join();
        } catch (RuntimeException fault) {
            close();
            throw fault;
        }
    }

    private void join() {
        for (int i = 0; i < servers.size(); i++) {
            DrillServer server = servers.get(i);
            server.ask("CLUSTER SET-CONFIG-EPOCH " + (i + 1));
            if (i < MASTERS) {
                server.ask("CLUSTER ADDSLOTS "
                        + IntStream.range(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS)
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(" ")));
            }
            servers.get(0).ask("CLUSTER MEET " + Arena.LOOPBACK + " " + server.port());
        }
        await("know each other", () -> servers.stream().allMatch(this::knowsAll));
        for (int i = 0; i < MASTERS; i++) {
            servers.get(MASTERS + i).ask("CLUSTER REPLICATE " + servers.get(i).ask("CLUSTER MYID"));
        }
        await("have replicas", () -> servers.subList(0, MASTERS).stream().allMatch(this::hasReplica));
        await(
                "serve all slots",
                () -> servers.stream()
                        .allMatch(server -> server.ask("CLUSTER INFO").contains("cluster_state:ok")));
    }

    private boolean knowsAll(DrillServer server) {
        return server.ask("CLUSTER INFO").contains("cluster_known_nodes:" + servers.size());
    }

    private boolean hasReplica(DrillServer master) {
        return master.info("replication", "slave0").contains("state=online");
    }

    @Override
    public Map<String, String> config() {
        return Map.of(
                "redis.mode",
                "cluster",
                "redis.url",
                servers.stream().map(DrillServer::url).collect(Collectors.joining(",")),
                "store.groups",
                GROUPS);
    }

    /** Kills a master, of each pair in turn, and waits until its replica has its place. */
    @Override
    public void kill() {
        int pair = kills++ % MASTERS;
        DrillServer one = servers.get(pair);
        DrillServer other = servers.get(MASTERS + pair);
        killed = isMaster(one) ? one : other;
        DrillServer replica = killed == one ? other : one;
        await("have replicas", () -> hasReplica(killed));
        killed.kill();
        await("promote a replica", () -> isMaster(replica));
    }

    @Override
    public void start() {
        killed.start();
    }

    @Override
    public void freeze() {
        servers.forEach(DrillServer::freeze);
    }

    @Override
    public void thaw() {
        servers.forEach(DrillServer::thaw);
    }

    private static boolean isMaster(DrillServer server) {
        return server.info("replication", "role").equals("master");
    }

    @Override
    public void watchCommands() {
        servers.forEach(DrillServer::watchCommands);
    }

    @Override
    public SlowLog.Longest longestCommand() {
        return servers.stream()
                .map(DrillServer::longestCommand)
                .max(Comparator.comparingDouble(SlowLog.Longest::millis))
                .orElseThrow();
    }

    @Override
    public void set(String key, String value) {
        throw new DrillUnavailableException(SINGLE);
    }

    @Override
    public Duration mayLose() {
        return BEHIND;
    }

    @Override
    public int port() {
        throw new DrillUnavailableException(SINGLE);
    }

    @Override
    public void close() {
        servers.forEach(DrillServer::close);
    }

    private static void await(String what, BooleanSupplier holds) {
        if (!Pause.until(PATIENCE, holds)) {
            throw new IllegalStateException("the servers of a Redis Cluster do not " + what);
        }
    }

    private static int freePort(int from) {
        for (int port = from; ; port++) {
            try (ServerSocket client = new ServerSocket(port, 1, RedisProbe.loopback());
                    ServerSocket bus = new ServerSocket(port + BUS, 1, RedisProbe.loopback())) {
                return Math.min(client.getLocalPort(), bus.getLocalPort());
            } catch (IOException taken) {
                if (port > LOWEST_PORT + 1_000) {
                    throw new UncheckedIOException("no free port", taken);
                }
            }
        }
    }
}
