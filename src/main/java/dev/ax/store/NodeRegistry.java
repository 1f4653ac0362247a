package dev.ax.store;

import dev.ax.store.StoreUpkeep.AgreedSettings;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Which nodes live and which partitions are served, as the store has it: for people, for what is decided when every node
 * is new enough, and for partitions that nobody serves. The same promises as {@link TaskStore}.
 */
public interface NodeRegistry {

    /**
     * Gives a sign of life, and hears what nodes agree on now.
     *
     * @param figures for others to see
     */
    Uni<Heard> beat(NodeIdentity node, NodeFigures figures);

    /** Every node that has given a sign of life and was not taken out since. */
    Uni<List<LiveNode>> nodes();

    /**
     * Takes a node out.
     *
     * @param silence for how long it must have given no sign; zero for a node that leaves
     * @return false where it was gone, had another incarnation, or gave a sign since
     */
    Uni<Boolean> remove(String nodeId, long incarnation, Duration silence);

    /** The last stamp of each partition; those that were never served are absent. */
    Uni<Map<Integer, Stamp>> stamps();

    /**
     * The answer to a sign of life.
     *
     * @param replaced whether a younger node of the same id has given one: nothing else is told then
     * @param settings null where replaced
     * @param outdated whether the nodes have agreed on a format of records that this release does not read
     */
    record Heard(boolean replaced, AgreedSettings settings, boolean outdated) {}

    /**
     * What a node tells of itself.
     *
     * @param address {@code host:port} of its REST endpoint; null where it has none
     * @param clockOffsetMs by which the store's clock is ahead of the node's
     * @param version of ax
     * @param types that it has handlers for
     */
    record NodeFigures(
            String address,
            int running,
            int freeSlots,
            int slots,
            long clockOffsetMs,
            String version,
            long startedMs,
            List<String> types) {

        public NodeFigures {
            types = List.copyOf(types);
        }
    }

    /**
     * A node that is known to live.
     *
     * @param silence since its last sign, by the store's clock
     */
    record LiveNode(String id, long incarnation, Duration silence, NodeFigures figures) {}

    /**
     * The last sign that a partition is served.
     *
     * @param node null where a release before clustering left it
     * @param atMs by the store's clock
     */
    record Stamp(String node, long atMs) {}
}
