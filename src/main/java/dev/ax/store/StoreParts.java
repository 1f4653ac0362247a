package dev.ax.store;

import dev.ax.config.AxConfig;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What the parts of the store share. */
record StoreParts(
        RedisLinks links,
        Partitions partitions,
        List<Group> groups,
        Snapshots snapshots,
        Pieces pieces,
        StoreNews news,
        AgeingStep ageingStep) {

    /** For how long a call is repeated while the store cannot serve: a request must hear of an outage within 2 s. */
    static final Duration BUDGET = Duration.ofMillis(1500);

    static StoreParts of(RedisLinks links, LuaLibrary library, AxConfig config, StoreListener listener) {
        Partitions partitions = new Partitions(
                config.name(), config.scheduler().partitions(), config.store().groups());
        List<Group> groups = IntStream.range(0, partitions.groups())
                .mapToObj(index -> new Group(index, partitions.key(index), library))
                .toList();
        return new StoreParts(
                links,
                partitions,
                groups,
                new Snapshots(links.data(), BUDGET),
                new Pieces(partitions, groups, config.store().batchSize()),
                new StoreNews(listener, partitions),
                new AgeingStep(config.scheduler().ageingStep()));
    }

    /** The ageing step now in force, as scripts take it. */
    byte[] stepMs() {
        return ageingStep.ms();
    }

    Group groupOf(String id) {
        return groups.get(partitions.groupOf(id));
    }
}
