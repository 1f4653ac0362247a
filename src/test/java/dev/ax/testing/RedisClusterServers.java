package dev.ax.testing;

import java.util.ArrayList;
import java.util.List;

/** The servers of a Redis Cluster. */
public final class RedisClusterServers implements AutoCloseable {
    private static final int SLOTS = 16_384;

    private final List<RedisServer> servers;

    private RedisClusterServers(List<RedisServer> servers) {
        this.servers = List.copyOf(servers);
    }

    static RedisClusterServers joined(List<RedisServer> servers) {
        for (int i = 0; i < servers.size(); i++) {
            RedisServer server = servers.get(i);
            List<String> slots = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            for (int slot = i * SLOTS / servers.size(); slot < (i + 1) * SLOTS / servers.size(); slot++) {
                slots.add("" + slot);
            }
            server.command(slots.toArray(String[]::new));
            server.command("CLUSTER", "SET-CONFIG-EPOCH", "" + (i + 1));
        }
        for (RedisServer server : servers.subList(1, servers.size())) {
            server.command("CLUSTER", "MEET", "127.0.0.1", "" + servers.get(0).port());
        }
        servers.forEach(server -> server.awaitLog("Cluster state changed: ok"));
        return new RedisClusterServers(servers);
    }

    public List<RedisServer> servers() {
        return servers;
    }

    public List<String> urls() {
        return servers.stream().map(RedisServer::url).toList();
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}
