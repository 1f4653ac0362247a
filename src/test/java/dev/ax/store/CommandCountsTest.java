package dev.ax.store;

import static dev.ax.store.StoreFixture.LEASE;
import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.GroupedSubmits;
import dev.ax.task.Outcome;
import dev.ax.task.TaskSpec;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a task costs Redis, counted in commands, since counts are the same on every machine. They are held to a table, in
 * both directions: dearer is a question, and cheaper is an entry to be made. {@code -Dax.counts.write} makes all entries.
 *
 * <p>The counts are those of a store in use: its scripts are loaded, the lane of the tasks has its number. One group, 32
 * partitions, calls of at most 100 tasks.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandCountsTest {
    private static final Path TABLE = Path.of("src/test/resources/command-counts.txt");
    private static final boolean WRITE = System.getProperty("ax.counts.write") != null;
    private static final CommandCounts NOTHING = new CommandCounts(new TreeMap<>());
    private static final String TYPE = "counted";

    /** Each prepares what it needs, and gives the action that is counted. */
    private final Map<String, Supplier<Runnable>> scenarios = new LinkedHashMap<>();

    private final Map<String, CommandCounts> table = new LinkedHashMap<>();
    private RedisServer redis;
    private StoreFixture ax;

    CommandCountsTest() {
        scenarios.put("submit 64 one by one in one turn", () -> {
            List<TaskSpec> tasks = ready(64);
            return () -> GroupedSubmits.inOneTurn(ax.vertx, ax.store, ax.config.store(), tasks);
        });
        scenarios.put("submit 100 that are ready", () -> {
            List<TaskSpec> tasks = ready(100);
            return () -> await(ax.store.submit(tasks));
        });
        scenarios.put("submit 100 that are due later", () -> {
            List<TaskSpec> tasks = due(100);
            return () -> await(ax.store.submit(tasks));
        });
        scenarios.put("fire 100", () -> {
            await(ax.store.submit(due(100)));
            return this::fire;
        });
        scenarios.put("claim 100", () -> {
            await(ax.store.submit(ready(100)));
            return () -> claim(100);
        });
        scenarios.put("complete 100", () -> {
            List<ClaimedTask> tasks = claimed(100);
            return () -> succeed(tasks);
        });
        scenarios.put("retry 100", () -> {
            List<ClaimedTask> tasks = claimed(100);
            return () -> end(tasks, Outcome.Failed.retryable("not now"));
        });
        scenarios.put("renew 100", () -> {
            List<Holding> holdings =
                    claimed(100).stream().map(ClaimedTask::holding).toList();
            return () -> await(ax.store.renew(ax.node, LEASE, holdings));
        });
        scenarios.put("whole life of 100", () -> wholeLife(100));
        scenarios.put("whole life of 1", () -> wholeLife(1));
    }

    @BeforeAll
    void open() throws IOException {
        redis = RedisServers.start();
        for (String line : Files.readAllLines(TABLE)) {
            if (!line.startsWith("#")) {
                int colon = line.indexOf(": ");
                table.put(line.substring(0, colon), CommandCounts.parse(line.substring(colon + 2)));
            }
        }
    }

    @AfterAll
    void close() throws IOException {
        redis.close();
        if (WRITE) {
            List<String> lines = new ArrayList<>();
            Files.readAllLines(TABLE).stream()
                    .filter(line -> line.startsWith("#"))
                    .forEach(lines::add);
            scenarios.keySet().forEach(name -> lines.add(name + ": " + table.get(name)));
            Files.write(TABLE, lines);
        }
    }

    @AfterEach
    void closeStore() {
        if (ax != null) {
            ax.close();
            ax = null;
        }
    }

    Stream<String> scenarios() {
        return scenarios.keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void callsRedisAsOftenAsTheTableSays(String scenario) {
        ax = new StoreFixture(TestConfigs.standalone(redis.url()));
        useOnce();
        CommandCounts counts = CommandCounts.of(redis, scenarios.get(scenario).get());
        if (WRITE) {
            table.put(scenario, counts);
            return;
        }

        CommandCounts expected = table.getOrDefault(scenario, NOTHING);
        assertThat(differences(scenario, expected, counts))
                .as(
                        "after a change that is meant, run this test with -Dax.counts.write; the line is then%n%s: %s",
                        scenario, counts)
                .isEmpty();
    }

    @Test
    void theTableHasNoOtherScenarios() {
        assertThat(WRITE ? scenarios.keySet() : table.keySet()).containsExactlyElementsOf(scenarios.keySet());
    }

    private static List<String> differences(String scenario, CommandCounts expected, CommandCounts counts) {
        TreeSet<String> commands = new TreeSet<>(expected.calls().keySet());
        commands.addAll(counts.calls().keySet());
        return commands.stream()
                .filter(command -> expected.of(command) != counts.of(command))
                .map(command -> "%s: %s expected %d times, found %d"
                        .formatted(scenario, command, expected.of(command), counts.of(command)))
                .toList();
    }

    /** The first task of a lane has it named, the first claim of a node finds no earlier one. */
    private void useOnce() {
        await(ax.store.submit(List.of(ax.spec("first").type(TYPE).done())));
        succeed(claim(1));
    }

    private List<TaskSpec> ready(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ax.spec("ready-" + i).type(TYPE).done())
                .toList();
    }

    /** PENDING when they are stored, and due by then. */
    private List<TaskSpec> due(int count) {
        List<TaskSpec> tasks = IntStream.range(0, count)
                .mapToObj(i -> ax.spec("due-" + i).type(TYPE).delayMs(1).done())
                .toList();
        while (ax.nowMs() < tasks.get(count - 1).runAtMs()) {
            Thread.onSpinWait();
        }
        return tasks;
    }

    private List<ClaimedTask> claimed(int count) {
        await(ax.store.submit(ready(count)));
        return claim(count);
    }

    private Runnable wholeLife(int count) {
        List<TaskSpec> tasks = due(count);
        return () -> {
            await(ax.store.submit(tasks));
            fire();
            succeed(claim(count));
        };
    }

    private void fire() {
        List<Integer> all = IntStream.range(0, ax.store.partitions()).boxed().toList();
        await(ax.store.fire(all, 100));
    }

    private List<ClaimedTask> claim(int count) {
        List<ClaimedTask> claimed = ax.claim(count, "type:" + TYPE);
        assertThat(claimed).hasSize(count);
        return claimed;
    }

    private void succeed(List<ClaimedTask> tasks) {
        end(tasks, new Outcome.Succeeded("{}".getBytes(StandardCharsets.UTF_8), false));
    }

    private void end(List<ClaimedTask> tasks, Outcome outcome) {
        assertThat(await(ax.store.complete(
                        tasks.stream().map(task -> ax.completion(task, outcome)).toList())))
                .containsOnly(CompletionStatus.ACCEPTED);
    }
}
