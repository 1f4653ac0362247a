package dev.ax.store;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a node does to keep the store in order: joining, the clock, leases that ended, retention, expiry, audit, marks
 * of alerts. The same promises as {@link TaskStore}; used by one reaper a node.
 */
public interface StoreUpkeep {

    /**
     * Makes a node known in every group, as the youngest of its id, and compares the values that nodes must agree on.
     *
     * @throws SettingsMismatchException through the Uni, where partitions or groups differ from those of first start, or records are of a format that this release does not read
     */
    Uni<Joined> join(String nodeId, AgreedSettings settings, boolean adopt);

    /** Reads the store's clock once. */
    Uni<Long> timeMicros();

    /**
     * Stamps partitions as served, and tells which leases ended: those past their end, and, at once, those that an
     * older incarnation of this node held. Empty for a grace of 15 s after the group was unserved for over 5 s.
     */
    Uni<List<EndedLease>> endedLeases(int group, NodeIdentity node, List<Integer> served, int limit);

    /** Ends attempts whose lease ended, as {@link TaskStore#complete} but only where the lease has still ended. */
    Uni<List<CompletionStatus>> reap(int group, NodeIdentity node, List<Completion> completions);

    /** Turns what outlived its {@code expireAfter} before a first attempt to EXPIRED; returns how many, at most limit. */
    Uni<Integer> expire(int group, int limit);

    /** Forgets ended tasks that were kept for their time; returns how many, at most limit. */
    Uni<Integer> purge(int group, Retention retention, int limit);

    /**
     * Walks a piece of the records: a record in no index is put back into one, an entry without a record is taken out,
     * what cannot be read is set aside.
     *
     * @param cursor {@code "0"} to begin
     */
    Uni<Audited> audit(int group, String cursor, int limit);

    /** Dead letters since the group's mark, oldest first; the mark does not move. */
    Uni<List<DeadLetter>> deadLettersSinceMark(int group, int limit);

    /** Moves the mark of alerted dead letters to this one. */
    Uni<Void> markAlerted(int group, DeadLetter last);

    /** Says that this node has live handlers for these types, for {@link #unservedTypes}. */
    Uni<Void> announceTypes(int group, Set<String> types);

    /** Types with READY tasks that no node has announced for longer than {@code silence}, with the oldest ready instant. */
    Uni<Map<String, Long>> unservedTypes(int group, Duration silence);

    /** Facts for readiness: the eviction policy, memory, role. */
    Uni<StoreFacts> facts();

    /** Keeps succeeded, expired, canceled, failed tasks for this long after their end. */
    record Retention(Duration succeeded, Duration expired, Duration canceled, Duration failed) {}

    /** Values that nodes must agree on; the store keeps those of first start. */
    record AgreedSettings(int partitions, int groups, Duration lease, Duration ageingStep, Retention retention) {}

    /**
     * The answer to joining.
     *
     * @param settings the stored ones, which hold
     * @param differences in words, for the log; empty where this node agreed
     */
    record Joined(NodeIdentity node, AgreedSettings settings, List<String> differences) {}

    /**
     * A lease that ended.
     *
     * @param task as it was claimed
     * @param node null for an attempt that its executor reports, or a puller's
     * @param deadlinePassed whether a reporting executor or a puller had all its time: TIMED_OUT, not LOST
     */
    record EndedLease(ClaimedTask task, String node, boolean deadlinePassed) {}

    /** What a piece of the audit found. {@code cursor} is {@code "0"} at the end of a walk. */
    record Audited(String cursor, int looked, int mended, List<String> setAside) {}

    /** A task in FAILED, for its alert. */
    record DeadLetter(
            String id, String type, String queue, String node, String reason, String error, int attempts, long atMs) {}

    /**
     * Facts of the store's server.
     *
     * @param evictionPolicy such as {@code noeviction}
     * @param maxMemory bytes, 0 for no limit
     */
    record StoreFacts(String version, String evictionPolicy, long usedMemory, long maxMemory, double cpuSeconds) {}
}
