package dev.ax.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench}: throughput, lateness and cost of a node, on a fresh node and an empty Redis for each round. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        synopsisSubcommandLabel = "",
        usageHelpWidth = 120,
        subcommands = {BenchNodeCommand.class, BenchClientCommand.class},
        description = {
            "Drives load at a node with default settings, on a Redis of its own, and prints throughput, lateness and cost:",
            "the median over the rounds, the least and the most, and whether Redis kept an append-only file. Where a",
            "scenario does not name a process of its own, load generator and node share this one and its CPU figures."
        })
final class BenchCommand implements Callable<Integer> {
    private static final int ROUNDS = 3;

    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "SCENARIO",
            description = "See below. Where none is named: all but the long ones, in about five minutes.")
    private List<String> scenarios = new ArrayList<>();

    @Option(
            names = "--tasks",
            description = "Tasks of a round, in any scenario that has no other count (default 100000; its own where the"
                    + " list says so).")
    private Integer tasks;

    @Option(names = "--delayed", description = "Tasks of a round that are due later (default: as listed).")
    private Integer delayed;

    @Option(names = "--pending", description = "Tasks that wait in the background (default: as listed).")
    private Integer pending;

    @Option(
            names = "--millis",
            description = "Over how long delayed tasks are due (default 10000), and how long 'idle' watches (default"
                    + " 30000).")
    private Integer millis;

    @Option(
            names = "--in-flight",
            defaultValue = "64",
            description = "Callers of 'submit', connections of 'submit-rest' (default ${DEFAULT-VALUE}).")
    private int inFlight;

    @Option(names = "--batch", defaultValue = "1000", description = "Tasks of a batch (default ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--payload",
            defaultValue = "100",
            description = "Bytes of payload of a task (default ${DEFAULT-VALUE}).")
    private int payload;

    @Option(
            names = "--slots-factor",
            defaultValue = "1",
            description = "Times the slots of 'article' (default ${DEFAULT-VALUE}).")
    private int slotsFactor;

    @Option(
            names = "--worker-java-opts",
            paramLabel = "OPTIONS",
            description = "Java options of a node that is a process of its own (default -Xmx128m for 'drain' and"
                    + " 'life-fresh', -Xmx512m for 'pending', else none).")
    private String javaOptions;

    @Option(names = "--rounds", description = "Rounds that count (default 3, of a long scenario 1).")
    private Integer rounds;

    @Option(
            names = "--no-warm-up",
            description =
                    "Without the round of a fifth of the tasks that comes first and does not count. Scenarios that"
                            + " measure a fresh process have none.")
    private boolean noWarmUp;

    @Option(names = "--aof", description = "Redis keeps an append-only file, synced each second.")
    private boolean aof;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Use this Redis, redis://host[:port], as it is set up. It must be empty; after each round the"
                    + " benchmark takes out what it put in.")
    private String url;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there too.")
    private Path json;

    /** Called once, before anything is parsed. */
    @Spec
    void spec(CommandSpec own) {
        spec = own;
        own.usageMessage().footer(BenchScenarios.help());
    }

    @Override
    public Integer call() throws Exception {
        BenchSettings settings = checked();
        List<BenchScenario> chosen = chosen();
        Cli.quietLog();
        PrintWriter out = spec.commandLine().getOut();
        out.println("ax bench: " + settings.toJson().encode());
        out.println(BenchFigures.header());
        out.flush();
        JsonArray results = new JsonArray();
        String store = "";
        for (BenchScenario scenario : chosen) {
            if (scenario.warmUp() == BenchScenario.WarmUp.FIRST && !noWarmUp) {
                round(scenario, settings.forWarmUp(), new BenchFigures(scenario.label()));
            }
            BenchFigures figures = new BenchFigures(scenario.label());
            BenchRedis.Kind kind = null;
            for (int i = 0; i < rounds(scenario); i++) {
                kind = round(scenario, settings, figures);
            }
            store = kind.version();
            figures.lines(kind.aof()).forEach(out::println);
            out.flush();
            results.addAll(figures.toJson(kind.aof()));
        }
        JsonObject machine = new JsonObject()
                .put("store", store)
                .put("java", Runtime.version().toString())
                .put("cores", Runtime.getRuntime().availableProcessors());
        out.println("on " + machine.encode());
        write(new JsonObject()
                .put("settings", settings.toJson())
                .put("machine", machine)
                .put("results", results));
        return ExitCode.OK;
    }

    /** What it ran on. */
    private static BenchRedis.Kind round(BenchScenario scenario, BenchSettings settings, BenchFigures figures)
            throws Exception {
        try (BenchRedis redis = BenchRedis.open(settings)) {
            scenario.body().run(new BenchRound(settings, redis, figures));
            return redis.kind();
        }
    }

    private void write(JsonObject report) throws IOException {
        if (json != null) {
            Files.writeString(json, report.encodePrettily() + "\n");
        }
    }

    private int rounds(BenchScenario scenario) {
        if (rounds != null) {
            return rounds;
        }
        return scenario.isLong() ? 1 : ROUNDS;
    }

    private List<BenchScenario> chosen() {
        List<BenchScenario> chosen = new ArrayList<>();
        for (String label : scenarios) {
            chosen.add(BenchScenarios.of(label)
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "There is no scenario '" + label + "'; there are: "
                                    + String.join(", ", BenchScenarios.labels()))));
        }
        return chosen.isEmpty() ? BenchScenarios.quick() : chosen;
    }

    private BenchSettings checked() {
        requireCount("--tasks", tasks, 10_000_000);
        requireCount("--delayed", delayed, 10_000_000);
        requireCount("--pending", pending, 100_000_000);
        requireCount("--millis", millis, 3_600_000);
        requireCount("--in-flight", inFlight, 10_000);
        requireCount("--batch", batch, 10_000);
        require(payload >= 2 && payload <= 65_536, "--payload must be 2 to 65536");
        requireCount("--slots-factor", slotsFactor, 80);
        requireCount("--rounds", rounds, 1000);
        require(url == null || !aof, "--aof is for a Redis of one's own: the one of --url is as it is");
        BenchSettings settings = new BenchSettings(
                tasks, delayed, pending, millis, inFlight, batch, payload, slotsFactor, javaOptions, aof, url, 1);
        requireEmpty();
        return settings;
    }

    private void requireEmpty() {
        if (url == null) {
            return;
        }
        try {
            require(
                    BenchRedis.at(url).isEmpty(),
                    "the Redis of --url is not empty: the benchmark wants one for itself");
        } catch (IllegalArgumentException fault) {
            throw new ParameterException(spec.commandLine(), "--url must be redis://host[:port]", fault);
        }
    }

    private void requireCount(String option, Integer value, int most) {
        require(value == null || (value >= 1 && value <= most), option + " must be 1 to " + most);
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
