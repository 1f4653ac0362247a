package dev.ax.contract;

import io.vertx.core.buffer.Buffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The answer to {@code GET /v1/cluster}. Any thread may use it. */
public final class ClusterJson {
    private static final int BYTES_A_NODE = 512;
    private static final int BYTES_A_PARTITION = 64;

    private ClusterJson() {}

    /**
     * The cluster as one node sees it.
     *
     * @param nodes by id
     * @param owners node id by partition
     * @param clockOffsetMs by which the store's clock is ahead of the answering node's
     */
    public record Cluster(List<Node> nodes, Map<Integer, String> owners, Pressure pressure, long clockOffsetMs) {}

    /**
     * A node.
     *
     * @param address {@code host:port} of its REST endpoint; null where it has none
     * @param heartbeatAgeMs since its last sign of life in the store
     * @param member whether the answering node has it in its cluster; null where it is in none
     * @param partitions that it owns
     * @param types that it has handlers for
     * @param version of ax
     */
    public record Node(
            String id,
            String address,
            long heartbeatAgeMs,
            Boolean member,
            int running,
            int freeSlots,
            int slots,
            int partitions,
            Collection<String> types,
            String version,
            long startedAtMs,
            long clockOffsetMs) {}

    /**
     * How loaded the cluster is.
     *
     * @param load ready and running tasks by capacity
     * @param sinceMs since when the level holds
     * @param reason in words; null where there is nothing to say
     */
    public record Pressure(String level, double load, long sinceMs, String reason) {}

    public static Buffer of(Cluster cluster) {
        JsonWriter json = new JsonWriter(256
                + BYTES_A_NODE * cluster.nodes().size()
                + BYTES_A_PARTITION * cluster.owners().size());
        json.beginObject();
        json.name("nodes").beginArray();
        cluster.nodes().forEach(node -> write(json, node));
        json.endArray();
        json.name("partitions").beginObject();
        cluster.owners().forEach((partition, owner) -> json.name("" + partition).string(owner));
        json.endObject();
        write(json.name("pressure"), cluster.pressure());
        json.name("clockOffset").string(milliseconds(cluster.clockOffsetMs()));
        json.endObject();
        return json.toBuffer();
    }

    private static void write(JsonWriter json, Node node) {
        json.beginObject();
        json.name("id").string(node.id());
        json.name("address").string(node.address());
        json.name("heartbeatAge").string(milliseconds(node.heartbeatAgeMs()));
        json.name("member");
        if (node.member() == null) {
            json.nothing();
        } else {
            json.bool(node.member());
        }
        json.name("running").number(node.running());
        json.name("freeSlots").number(node.freeSlots());
        json.name("slots").number(node.slots());
        json.name("partitions").number(node.partitions());
        json.name("types").beginArray();
        node.types().forEach(json::string);
        json.endArray();
        json.name("version").string(node.version());
        json.name("startedAt").string(Instants.format(node.startedAtMs()));
        json.name("clockOffset").string(milliseconds(node.clockOffsetMs()));
        json.endObject();
    }

    private static void write(JsonWriter json, Pressure pressure) {
        json.beginObject();
        json.name("level").string(pressure.level());
        json.name("load").number(pressure.load());
        json.name("since").string(Instants.format(pressure.sinceMs()));
        json.name("reason").string(pressure.reason());
        json.endObject();
    }

    /** A duration as the contract writes them, save that a clock may be behind. */
    private static String milliseconds(long ms) {
        return ms + "ms";
    }
}
