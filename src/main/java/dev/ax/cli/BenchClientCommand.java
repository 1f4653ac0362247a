package dev.ax.cli;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
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

/** {@code bench client}: posts tasks as a process of its own. Reads questions from its input; their end is its own. */
@Command(name = "client", hidden = true)
final class BenchClientCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--port", required = true)
    private int port;

    @Option(names = "--connections", required = true)
    private int connections;

    @Option(names = "--payload", required = true)
    private int payload;

    private final BenchMeter meter = new BenchMeter();

    @Override
    public Integer call() throws IOException {
        Cli.quietLog();
        PrintWriter out = spec.commandLine().getOut();
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            BenchPoster poster = new BenchPoster(vertx, new BenchTasks(payload));
            poster.connect(port, connections);
            BenchChild.tell(out, new JsonObject());
            for (String question = in.readLine(); question != null; question = in.readLine()) {
                String[] words = question.split(" ", -1);
                long cpuNanos = meter.cpuNanos();
                double perSecond = words.length > 2 ? Double.parseDouble(words[2]) : Double.POSITIVE_INFINITY;
                JsonObject answer = poster.post(Integer.parseInt(words[1]), perSecond);
                BenchChild.tell(out, answer.put("cpuNanos", meter.cpuNanos() - cpuNanos));
            }
        }
        // Vertx ends with the process: to close it in order may take half a minute while connections are open.
        return ExitCode.OK;
    }
}
