package dev.ax.cli;

import dev.ax.cli.BenchScenario.Length;
import dev.ax.cli.BenchScenario.WarmUp;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/** How fast a node takes tasks that are due in an hour, by each way in. */
final class BenchSubmissions {
    static final List<BenchScenario> ALL = List.of(
            new BenchScenario(
                    "submit",
                    Length.QUICK,
                    WarmUp.FIRST,
                    "--tasks 100000 one by one in this process, --in-flight callers",
                    BenchSubmissions::oneByOne),
            new BenchScenario(
                    "submit-batch",
                    Length.QUICK,
                    WarmUp.FIRST,
                    "--tasks in batches in this process",
                    BenchSubmissions::batches),
            new BenchScenario(
                    "submit-ndjson",
                    Length.QUICK,
                    WarmUp.FIRST,
                    "--tasks in batches over REST, as NDJSON; the client shares this process",
                    BenchSubmissions::ndjson),
            new BenchScenario(
                    "submit-rest",
                    Length.QUICK,
                    WarmUp.FIRST,
                    "--tasks one a post on --in-flight connections from a process of its own, then at half that rate",
                    BenchSubmissions::rest));

    private static final int TASKS = 100_000;

    private BenchSubmissions() {}

    private static void oneByOne(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        long dueMs = BenchRound.inAnHour();
        try (LocalNode node = round.node()) {
            round.measure(tasks, () -> round.load(node).oneByOne(tasks, round.settings.inFlight(), dueMs));
        }
    }

    private static void batches(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        long dueMs = BenchRound.inAnHour();
        try (LocalNode node = round.node()) {
            round.measure(tasks, () -> round.load(node).batches(tasks, i -> dueMs));
        }
    }

    private static void ndjson(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        try (LocalNode node = round.node()) {
            BenchNdjson client = new BenchNdjson(node.url(), round.settings);
            round.measure(tasks, () -> client.submit(tasks, BenchRound.inAnHour()));
        }
    }

    /**
     * The client is a process of its own, so that the CPU of this one is the node's alone. It is fresh, so it posts half
     * as many before anything counts.
     */
    private static void rest(BenchRound round) throws IOException {
        int tasks = round.settings.tasks(TASKS);
        try (LocalNode node = round.node();
                BenchChild client = client(round, node)) {
            int half = Math.max(1, tasks / 2);
            client.ask("posts " + half);
            AtomicReference<JsonObject> answer = new AtomicReference<>();
            round.measure(tasks, () -> answer.set(ask(client, "posts " + tasks)));
            JsonObject full = answer.get();
            double perSecond = full.getDouble("perSecond");
            round.figures.add("client CPU, us/post", full.getLong("cpuNanos") / 1e3 / tasks);
            round.figures.add("post p50, ms", full.getDouble("p50Ms"));
            round.figures.add("post p99, ms", full.getDouble("p99Ms"));
            JsonObject calm = ask(client, String.format(Locale.ROOT, "posts %d %.1f", half, perSecond / 2));
            round.figures.add("post p50 at half that rate, ms", calm.getDouble("p50Ms"));
            round.figures.add("post p99 at half that rate, ms", calm.getDouble("p99Ms"));
            round.figures.add("post max at half that rate, ms", calm.getDouble("maxMs"));
        }
    }

    private static BenchChild client(BenchRound round, LocalNode node) throws IOException {
        BenchSettings settings = round.settings;
        return BenchChild.start(
                List.of("-Xmx128m"),
                List.of(
                        "client",
                        "--port",
                        Integer.toString(node.node().httpPort()),
                        "--connections",
                        Integer.toString(settings.inFlight()),
                        "--payload",
                        Integer.toString(settings.payload())));
    }

    private static JsonObject ask(BenchChild client, String question) {
        try {
            return client.ask(question);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
