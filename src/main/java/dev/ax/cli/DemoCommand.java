package dev.ax.cli;

import dev.ax.config.ConfigLoader;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code demo}: a dev node with real work on it, shown as it happens and checked at the end. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        description = {
            "Starts a node with a Redis of its own on free ports, puts work through it over REST and shows what happens:",
            "tasks that start on time, one that fails and is tried again, a dead letter that is replayed, a cancelled one,",
            "and orders that are closed unless they were paid. Ends by itself in about 15 s; 0 only if all was as promised."
        })
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Cli.quietLog();
        PrintWriter out = spec.commandLine().getOut();
        out.println("ax demo: starting a node and a Redis of its own ...");
        ConfigLoader loader = ConfigLoader.ofProcess().overrides("demo", LocalNode.PRIVATE);
        try (LocalNode node = LocalNode.startDev(loader, null)) {
            out.println("The node listens on " + node.url() + ". All work goes in by REST, as from any client.");
            out.println();
            return new Demo(node, out).run() ? ExitCode.OK : ExitCode.FAILED;
        }
    }
}
