package dev.ax.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * Which node each partition belongs to.
 *
 * @param owners node id by partition; empty where there is no node
 */
public record PartitionMap(List<String> owners) {

    public PartitionMap {
        owners = List.copyOf(owners);
    }

    /** Null where there is no node. */
    public String ownerOf(int partition) {
        return owners.isEmpty() ? null : owners.get(partition);
    }

    /** In ascending order. */
    public List<Integer> ownedBy(String node) {
        List<Integer> owned = new ArrayList<>();
        for (int partition = 0; partition < owners.size(); partition++) {
            if (owners.get(partition).equals(node)) {
                owned.add(partition);
            }
        }
        return owned;
    }
}
