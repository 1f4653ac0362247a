package dev.ax.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.NodeRegistry.Stamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OwnershipTest {
    private static final int PARTITIONS = 32;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Map<Integer, Stamp> stamps = new HashMap<>();
    private long storeMs = 1_000_000;
    private long nanos = 5;

    @Test
    void aloneItServesAll() {
        assertThat(new Ownership("a", PARTITIONS).served()).hasSize(PARTITIONS);
    }

    @Test
    void membersDivideAllWithoutOverlap() {
        List<Ownership> nodes = cluster(Set.of("a", "b", "c"), "a", "b", "c");

        List<Integer> all = new ArrayList<>();
        nodes.forEach(node -> all.addAll(node.served()));
        assertThat(all).hasSize(PARTITIONS).doesNotHaveDuplicates();
    }

    @Test
    void aMemberThatGoesLeavesItsShareToTheOthersAtOnce() {
        List<Ownership> nodes = cluster(Set.of("a", "b", "c"), "a", "b");
        nodes.forEach(node -> node.members(Set.of("a", "b")));

        assertThat(nodes.get(0).served().size() + nodes.get(1).served().size()).isEqualTo(PARTITIONS);
    }

    @Test
    void whoeverSeesAStampStandStillTakesThePartitionUpWithinFiveSeconds() {
        // c is dead, but a and b still count it as a member
        List<Ownership> nodes = cluster(Set.of("a", "b", "c"), "a", "b");
        List<Integer> orphans = nodes.get(0).map().ownedBy("c");
        assertThat(orphans).isNotEmpty();
        orphans.forEach(partition -> stamps.put(partition, new Stamp("c", storeMs)));

        for (int second = 0; second <= 3; second++) {
            turn(nodes);
        }
        assertThat(serving(nodes)).as("after 3 s").doesNotContainAnyElementsOf(orphans);
        turn(nodes);

        assertThat(serving(nodes)).as("after 4 s").containsAll(orphans);
    }

    @Test
    void aPartitionThatWasNeverStampedIsTakenUpToo() {
        Ownership a = new Ownership("a", PARTITIONS);
        a.members(Set.of("a", "b"));

        for (int second = 0; second <= 4; second++) {
            a.stamps(Map.of(), nanos += SECOND);
        }

        assertThat(a.served()).hasSize(PARTITIONS);
    }

    @Test
    void whatWasTakenUpIsDroppedWhenAnothersStampAppears() {
        Ownership a = new Ownership("a", PARTITIONS);
        a.members(Set.of("a", "b"));
        int partition = a.map().ownedBy("b").get(0);
        stamps.put(partition, new Stamp("b", storeMs));
        for (int second = 0; second <= 4; second++) {
            a.stamps(Map.copyOf(stamps), nanos += SECOND);
        }
        assertThat(a.served()).contains(partition);

        stamps.put(partition, new Stamp("a", storeMs + 9_000));
        a.stamps(Map.copyOf(stamps), nanos += SECOND);
        assertThat(a.served()).as("its own stamp").contains(partition);

        stamps.put(partition, new Stamp("b", storeMs + 10_000));
        a.stamps(Map.copyOf(stamps), nanos += SECOND);
        assertThat(a.served()).as("the owner's stamp").doesNotContain(partition);
    }

    @Test
    void theOwnerKeepsItsPartitionWhateverOthersStamp() {
        Ownership a = new Ownership("a", PARTITIONS);
        a.members(Set.of("a", "b"));
        List<Integer> own = a.served();
        for (int second = 0; second <= 6; second++) {
            Stamp others = new Stamp("b", storeMs += 1_000);
            own.forEach(partition -> stamps.put(partition, others));
            a.stamps(Map.copyOf(stamps), nanos += SECOND);
        }

        assertThat(a.served()).containsAll(own);
    }

    @Test
    void viewsThatDisagreeLeaveNothingAsleep() {
        // each of the two believes that the third partner is there and owns a share, and a knows of no b
        Ownership a = new Ownership("a", PARTITIONS);
        a.members(Set.of("a", "x"));
        Ownership b = new Ownership("b", PARTITIONS);
        b.members(Set.of("a", "b", "y"));

        List<Ownership> nodes = List.of(a, b);
        for (int second = 0; second <= 5; second++) {
            turn(nodes);
        }

        assertThat(serving(nodes)).hasSize(PARTITIONS);
    }

    @Test
    void aTimeWithoutTheStoreMakesNobodyTakeUpAnything() {
        Ownership a = new Ownership("a", PARTITIONS);
        a.members(Set.of("a", "b"));
        a.map().ownedBy("b").forEach(partition -> stamps.put(partition, new Stamp("b", storeMs)));
        a.stamps(Map.copyOf(stamps), nanos += SECOND);

        a.stamps(Map.copyOf(stamps), nanos += 60 * SECOND);

        assertThat(a.served()).isEqualTo(a.map().ownedBy("a"));
    }

    @Test
    void listenersHearOfChangesOnly() {
        Ownership a = new Ownership("a", PARTITIONS);
        List<Integer> heard = new ArrayList<>();
        a.onChange(() -> heard.add(a.served().size()));

        a.members(Set.of("a"));
        assertThat(heard).isEmpty();
        a.members(Set.of("a", "b"));

        assertThat(heard).containsExactly(a.served().size());
    }

    private List<Ownership> cluster(Set<String> members, String... nodes) {
        List<Ownership> all = new ArrayList<>();
        for (String node : nodes) {
            Ownership one = new Ownership(node, PARTITIONS);
            one.members(members);
            all.add(one);
        }
        return all;
    }

    /** A second: every node stamps what it serves, then looks. */
    private void turn(List<Ownership> nodes) {
        storeMs += 1_000;
        nanos += SECOND;
        for (Ownership node : nodes) {
            String name = node.map().owners().contains("y") ? "b" : "a";
            node.served().forEach(partition -> stamps.put(partition, new Stamp(name, storeMs)));
        }
        nodes.forEach(node -> node.stamps(Map.copyOf(stamps), nanos));
    }

    private static Set<Integer> serving(List<Ownership> nodes) {
        Set<Integer> all = new TreeSet<>();
        nodes.forEach(node -> all.addAll(node.served()));
        return all;
    }
}
