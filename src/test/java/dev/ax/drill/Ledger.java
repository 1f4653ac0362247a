package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a drill submitted and the node acknowledged. Safe for use by any thread. */
final class Ledger {
    private static final List<String> UNENDED = List.of("PENDING", "READY", "RUNNING", "PAUSED");
    private static final int TOLD = 5;

    private final Map<String, Duration> acknowledged = new ConcurrentHashMap<>();

    /** Submits all in one batch, each of which must be taken. */
    void submitAll(Api api, List<Plan> plans) throws IOException {
        api.submitAll(plans);
        plans.forEach(this::acknowledged);
    }

    void submit(Api api, Plan plan) throws IOException {
        api.submit(plan).expect(201);
        acknowledged(plan);
    }

    void acknowledged(Plan plan) {
        acknowledged.put(plan.id(), plan.delay());
    }

    int size() {
        return acknowledged.size();
    }

    /**
     * Waits until nothing is left to do, then judges all that the store has, acknowledged or not.
     *
     * @return the life of each, by id
     * @throws AssertionError naming what was lost, has not ended, ran never, too early or twice, or went a way that is none
     */
    Map<String, Life> judge(NodeProcess node, Duration atMost) throws IOException {
        Api api = node.api();
        Await.until(atMost, () -> unended(api).isEmpty(), () -> unended(api) + "\n" + node.tail());
        Map<String, Life> lives = lives(api);
        assertThat(lives.keySet()).as("kept by the store").containsAll(acknowledged.keySet());
        List<String> wrong = new ArrayList<>();
        for (Life life : lives.values()) {
            List<String> faults = life.faults(acknowledged.get(life.id()));
            if (!faults.isEmpty()) {
                wrong.add(faults + " " + life);
            }
        }
        assertThat(wrong.stream().limit(TOLD).toList())
                .as("the first of %d lives that went wrong; %s", wrong.size(), node.tail())
                .isEmpty();
        return lives;
    }

    /** As {@link #judge}, and all of them were to succeed. */
    Map<String, Life> judgeSucceeded(NodeProcess node, Duration atMost) throws IOException {
        Map<String, Life> lives = judge(node, atMost);
        assertCommittedOnce(lives.values());
        return lives;
    }

    static void assertCommittedOnce(Collection<Life> lives) {
        assertThat(lives.stream().filter(life -> !life.committedOnce()).limit(TOLD))
                .as("not committed exactly once")
                .isEmpty();
    }

    private static Map<String, Life> lives(Api api) throws IOException {
        return api.allIds().parallelStream()
                .map(id -> unchecked(() -> api.life(id)))
                .collect(Collectors.toMap(Life::id, Function.identity()));
    }

    private static List<String> unended(Api api) {
        return UNENDED.stream()
                .flatMap(state -> unchecked(() -> api.some(state)).stream())
                .limit(TOLD)
                .map(task -> task.encode())
                .toList();
    }

    private static <T> T unchecked(Call<T> call) {
        try {
            return call.make();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @FunctionalInterface
    private interface Call<T> {
        T make() throws IOException;
    }
}
