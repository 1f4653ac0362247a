package dev.ax.cli;

import dev.ax.config.ConfigLoader;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench}: throughput, lateness and cost of a node, on a fresh node and Redis for each round. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        description = {
            "Drives load at a node in this process, on a Redis of its own, and prints throughput, lateness and cost: the",
            "median over the rounds, the least and the most. Load generator and node share the process and its CPU figures."
        })
final class BenchCommand implements Callable<Integer> {
    /** The type of its tasks. */
    static final String TYPE = "bench.noop";

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "SCENARIO",
            completionCandidates = Labels.class,
            description = "${COMPLETION-CANDIDATES}. All where none is named.")
    private List<String> scenarios = new ArrayList<>();

    @Option(names = "--tasks", defaultValue = "50000", description = "Tasks of a round (default ${DEFAULT-VALUE}).")
    private int tasks;

    @Option(
            names = "--delayed",
            defaultValue = "5000",
            description = "Tasks of a round of 'delayed', due over 10 s (default ${DEFAULT-VALUE}).")
    private int delayed;

    @Option(
            names = "--in-flight",
            defaultValue = "64",
            description = "Callers of 'submit' at once (default ${DEFAULT-VALUE}).")
    private int inFlight;

    @Option(names = "--batch", defaultValue = "1000", description = "Tasks of a batch (default ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--payload",
            defaultValue = "100",
            description = "Bytes of payload of a task (default ${DEFAULT-VALUE}).")
    private int payload;

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds that count (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--aof", description = "Redis keeps an append-only file, synced each second.")
    private boolean aof;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there too.")
    private Path json;

    @Override
    public Integer call() throws IOException {
        BenchSettings settings = checked();
        List<BenchScenario> chosen = chosen();
        Cli.quietLog();
        PrintWriter out = spec.commandLine().getOut();
        out.println("ax bench: " + settings.toJson().encode());
        out.println(String.format("%-14s %-28s %12s %12s %12s", "scenario", "figure", "median", "min", "max"));
        out.flush();
        JsonArray results = new JsonArray();
        String redis = "";
        for (BenchScenario scenario : chosen) {
            round(scenario, settings.forWarmUp(), new BenchFigures(scenario.label()));
            BenchFigures figures = new BenchFigures(scenario.label());
            for (int i = 0; i < rounds; i++) {
                redis = round(scenario, settings, figures);
            }
            figures.lines().forEach(out::println);
            out.flush();
            results.addAll(figures.toJson());
        }
        JsonObject machine = new JsonObject()
                .put("store", redis)
                .put("java", Runtime.version().toString())
                .put("cores", Runtime.getRuntime().availableProcessors());
        out.println("on " + machine.encode());
        if (json != null) {
            JsonObject report = new JsonObject()
                    .put("settings", settings.toJson())
                    .put("machine", machine)
                    .put("results", results);
            Files.writeString(json, report.encodePrettily() + "\n");
        }
        return ExitCode.OK;
    }

    /** The version of the store that the round ran on. */
    private static String round(BenchScenario scenario, BenchSettings settings, BenchFigures figures)
            throws IOException {
        Path data = settings.aof() ? Files.createTempDirectory("ax-bench") : null;
        ConfigLoader loader = ConfigLoader.ofProcess()
                .overrides(
                        "bench", Map.of("http.port", "0", "http.enabled", "true", "limits.max-batch-items", "100000"));
        try (LocalNode node = LocalNode.startDev(loader, data)) {
            BenchWork work = new BenchWork(scenario.tasks(settings));
            node.node().scheduler().register(TYPE, work);
            BenchScenario.Round round = new BenchScenario.Round(node, settings, work, figures);
            scenario.run(round);
            return round.meter.redisVersion();
        } finally {
            delete(data);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private List<BenchScenario> chosen() {
        List<BenchScenario> chosen = new ArrayList<>();
        for (String label : scenarios) {
            try {
                chosen.add(BenchScenario.of(label));
            } catch (IllegalArgumentException fault) {
                throw new ParameterException(
                        spec.commandLine(),
                        "There is no scenario '" + label + "'; there are: " + String.join(", ", new Labels()));
            }
        }
        return chosen.isEmpty() ? List.of(BenchScenario.values()) : chosen;
    }

    private BenchSettings checked() {
        require(tasks >= 1 && tasks <= 10_000_000, "--tasks must be 1 to 10000000");
        require(delayed >= 1 && delayed <= 1_000_000, "--delayed must be 1 to 1000000");
        require(inFlight >= 1 && inFlight <= 10_000, "--in-flight must be 1 to 10000");
        require(batch >= 1 && batch <= 10_000, "--batch must be 1 to 10000");
        require(payload >= 2 && payload <= 65_536, "--payload must be 2 to 65536");
        require(rounds >= 1 && rounds <= 1000, "--rounds must be 1 to 1000");
        return new BenchSettings(tasks, delayed, inFlight, batch, payload, rounds, aof);
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** The names of the scenarios, for the help. */
    static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(BenchScenario.values()).map(BenchScenario::label).iterator();
        }
    }
}
