package dev.ax.cli;

import dev.ax.config.ConfigLoader;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench node}: a node that is a process of its own. Reads questions from its input; their end is its own. */
@Command(name = "node", hidden = true)
final class BenchNodeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--expect", description = "Tasks that it will run.")
    private int expected;

    private final BenchMeter meter = new BenchMeter();
    private final BenchWork work = new BenchWork(0);

    @Override
    public Integer call() throws IOException {
        Cli.quietLog();
        PrintWriter out = spec.commandLine().getOut();
        try (LocalNode node = LocalNode.start(ConfigLoader.ofProcess());
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            BenchEnds ends = new BenchEnds(node.node().metrics());
            if (expected > 0) {
                work.expect(expected);
                node.node().scheduler().register(BenchTasks.TYPE, work);
            }
            BenchChild.tell(out, new JsonObject().put("url", node.url()));
            for (String question = in.readLine(); question != null; question = in.readLine()) {
                BenchChild.tell(out, answer(question, ends));
            }
        }
        return ExitCode.OK;
    }

    private JsonObject answer(String question, BenchEnds ends) {
        return switch (question) {
            case "cpu" -> new JsonObject().put("cpuNanos", meter.cpuNanos());
            case "memory" -> new JsonObject().put("heap", meter.heap()).put("resident", meter.resident());
            case "ends" -> ends(ends);
            default -> throw new IllegalArgumentException(question);
        };
    }

    /** Once the last has ended: time and CPU since the first start. */
    private JsonObject ends(BenchEnds ends) {
        work.await();
        ends.await(expected);
        long nanos = System.nanoTime();
        return new JsonObject()
                .put("lastMs", System.currentTimeMillis())
                .put("nanos", nanos - work.firstNanos())
                .put("cpuNanos", meter.cpuNanos() - work.firstCpuNanos())
                .put("resident", meter.resident());
    }
}
