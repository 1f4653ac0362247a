package dev.ax.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Divides partitions among nodes by consistent hashing with bounded loads (Mirrokni, Thorup, Zadimoghaddam, "Consistent
 * Hashing with Bounded Loads", 2016): each node stands at many points of a ring, a partition goes to the next point
 * clockwise whose node is not full. The same nodes give the same map everywhere, in whatever order they are told, and a
 * node that comes or goes moves few partitions but its own share.
 */
public final class HashRing {

    /** Points of a node: enough that shares are even before the bound has to move any. */
    static final int POINTS = 128;

    /** No node owns more than this times the mean, rounded up. */
    static final double BOUND = 1.25;

    private final NavigableMap<Long, String> points = new TreeMap<>();
    private final Set<String> nodes;

    private HashRing(Collection<String> nodes) {
        this.nodes = new TreeSet<>(nodes);
        for (String node : this.nodes) {
            for (int i = 0; i < POINTS; i++) {
                points.putIfAbsent(position(node + "#" + i), node); // of two at one point the first by name has it
            }
        }
    }

    /** The map of these nodes; any of them may be told twice. */
    public static PartitionMap divide(Collection<String> nodes, int partitions) {
        return new HashRing(nodes).divide(partitions);
    }

    /** The most that one node owns. */
    static int most(int partitions, int nodes) {
        return (int) Math.ceil(BOUND * partitions / nodes);
    }

    private PartitionMap divide(int partitions) {
        if (nodes.isEmpty()) {
            return new PartitionMap(List.of());
        }
        int most = most(partitions, nodes.size());
        Map<String, Integer> owned = new HashMap<>();
        List<String> owners = new ArrayList<>(partitions);
        for (int partition = 0; partition < partitions; partition++) {
            String owner = next(position("partition-" + partition), owned, most);
            owned.merge(owner, 1, Integer::sum);
            owners.add(owner);
        }
        return new PartitionMap(owners);
    }

    private String next(long position, Map<String, Integer> owned, int most) {
        for (String node : points.tailMap(position, true).values()) {
            if (owned.getOrDefault(node, 0) < most) {
                return node;
            }
        }
        for (String node : points.headMap(position, false).values()) {
            if (owned.getOrDefault(node, 0) < most) {
                return node;
            }
        }
        throw new IllegalStateException("all " + nodes.size() + " nodes own " + most + ", which is more than there is");
    }

    private static long position(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every Java platform has SHA-256", never);
        }
    }
}
