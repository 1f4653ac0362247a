package dev.ax.reaper;

import dev.ax.store.TaskStore;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A turn of the reaper over all groups that it serves a partition of. Owned by one event loop. */
final class Reaper {
    private final TaskStore store;
    private final Supplier<List<Integer>> served;
    private final Map<Integer, GroupUpkeep> groups = new TreeMap<>();
    private final Map<Integer, Integer> lowestPartitions;
    private final TypeWatch types;
    private final Step watchTypes;
    private List<Integer> wholeGroups = List.of();

    /**
     * Makes one.
     *
     * @param served partitions that this node serves, as of now
     */
    Reaper(ReaperTools tools, TaskStore store, Supplier<List<Integer>> served) {
        this.store = store;
        this.served = served;
        for (int group = 0; group < store.groups(); group++) {
            groups.put(group, new GroupUpkeep(tools, group));
        }
        this.lowestPartitions = IntStream.range(0, store.partitions())
                .boxed()
                .collect(Collectors.toMap(store::groupOf, partition -> partition, Math::min));
        this.types = new TypeWatch(tools);
        this.watchTypes =
                new Step(tools.watch().source("types"), () -> types.look(List.copyOf(groups.keySet()), wholeGroups));
    }

    /** Does everything once, group by group. Never fails. */
    Uni<Void> turn() {
        Map<Integer, List<Integer>> byGroup =
                served.get().stream().collect(Collectors.groupingBy(store::groupOf, TreeMap::new, Collectors.toList()));
        List<Integer> whole = new ArrayList<>();
        Uni<Void> turn = Uni.createFrom().voidItem();
        for (Map.Entry<Integer, List<Integer>> entry : byGroup.entrySet()) {
            // Keys without a partition in their name belong to whoever serves the lowest one.
            boolean all = entry.getValue().contains(lowestPartitions.get(entry.getKey()));
            if (all) {
                whole.add(entry.getKey());
            }
            turn = turn.chain(() -> groups.get(entry.getKey()).turn(entry.getValue(), all));
        }
        wholeGroups = List.copyOf(whole);
        return turn.chain(watchTypes::run).replaceWithVoid();
    }
}
