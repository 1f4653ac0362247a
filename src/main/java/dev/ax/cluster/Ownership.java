package dev.ax.cluster;

import dev.ax.store.NodeRegistry.Stamp;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What this node serves: its share of the ring, and whatever nobody serves. Every node sees the stamps that servers leave
 * in the store; a partition whose stamp stands still is taken up by whoever sees it, until another's stamp appears. So
 * views of the cluster that disagree, or an owner that is cut off from the store, leave no partition asleep.
 *
 * <p>Whether a stamp stands still is judged by this node's own monotonic clock between its own looks, so a jump of the
 * store's clock or a time without the store makes nobody take up anything.
 *
 * <p>Any thread may ask or tell. Doubled ownership does the same harmless thing twice.
 */
public final class Ownership {

    /** Servers stamp each second; three missed stamps in a row are no hiccup. With a look each second: within 5 s. */
    static final Duration STILL = Duration.ofMillis(3_500);

    /** Looks further apart than this prove nothing about the time between them. */
    static final Duration LONGEST_GAP = Duration.ofMillis(2_500);

    private final String self;
    private final int partitions;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Map<Integer, Seen> seen = new HashMap<>(); // guarded by this
    private final Set<Integer> adopted = new TreeSet<>(); // guarded by this
    private Long lastLookNanos; // guarded by this
    private volatile PartitionMap map;
    private volatile List<Integer> served;

    /** One that serves all, until it is told of members. */
    public Ownership(String self, int partitions) {
        this.self = self;
        this.partitions = partitions;
        this.map = HashRing.divide(Set.of(self), partitions);
        this.served = map.ownedBy(self);
    }

    /** Ascending. */
    public List<Integer> served() {
        return served;
    }

    /** By the ring, whatever is taken up beside it. */
    public PartitionMap map() {
        return map;
    }

    /** Has {@code listener} called, on the thread that told, after each change of what this node serves. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** The nodes that are members now, this one among them. */
    public void members(Collection<String> nodes) {
        boolean changed;
        synchronized (this) {
            map = HashRing.divide(nodes, partitions);
            changed = serve();
        }
        tell(changed);
    }

    /** What a look at the stamps found. */
    void stamps(Map<Integer, Stamp> stamps, long nowNanos) {
        boolean changed;
        synchronized (this) {
            if (lastLookNanos == null || nowNanos - lastLookNanos > LONGEST_GAP.toNanos()) {
                seen.clear();
            }
            lastLookNanos = nowNanos;
            for (int partition = 0; partition < partitions; partition++) {
                judge(partition, stamps.get(partition), nowNanos);
            }
            changed = serve();
        }
        tell(changed);
    }

    private void judge(int partition, Stamp stamp, long nowNanos) {
        Seen last = seen.get(partition);
        if (last == null || !Objects.equals(last.stamp, stamp)) {
            boolean moves = last != null;
            seen.put(partition, new Seen(stamp, nowNanos));
            if (moves && !self.equals(stamp.node())) {
                adopted.remove(partition);
            }
        } else if (nowNanos - last.sinceNanos >= STILL.toNanos() && !self.equals(map.ownerOf(partition))) {
            adopted.add(partition);
        }
    }

    /** Whether what is served changed. */
    private boolean serve() {
        Set<Integer> now = new TreeSet<>(map.ownedBy(self));
        adopted.removeAll(now);
        now.addAll(adopted);
        List<Integer> before = served;
        served = List.copyOf(now);
        return !served.equals(before);
    }

    private void tell(boolean changed) {
        if (changed) {
            listeners.forEach(Runnable::run);
        }
    }

    /** A stamp, null for none, and since when it has been the same. */
    private record Seen(Stamp stamp, long sinceNanos) {}
}
