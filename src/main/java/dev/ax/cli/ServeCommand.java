package dev.ax.cli;

import dev.ax.config.ConfigLoader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code serve}: a node, until the system says stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = Cli.Version.class,
        description = {
            "Runs a node against the Redis of its configuration (ax.redis.url, AX_REDIS_URL).",
            "SIGTERM and Ctrl-C drain it: it stops claiming, lets what runs finish, hands back the rest, and exits 0."
        })
final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    private static final int MOST_NODES = 9;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--dev",
            description = "For trying things out: brings a real Redis of its own, turns the ax.* handlers on and allows"
                    + " loopback as a target. Needs no configuration.")
    private boolean dev;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "With --dev: keep the data in this folder, so that it survives a restart. Without it, Redis"
                    + " forgets everything when it ends.")
    private Path data;

    @Option(
            names = "--node",
            paramLabel = "N",
            description =
                    "With --dev: as node N (1 to 9) of a cluster on this machine, on port 8079 + N. The first brings"
                            + " the Redis of all, on port 6399: start it first, stop it last.")
    private Integer number;

    @Option(names = "--config", paramLabel = "FILE", description = "A YAML file; only what differs from the defaults.")
    private Path config;

    @Override
    public Integer call() throws InterruptedException {
        check();
        LocalNode node = start(ConfigLoader.ofProcess().file(config));
        Shutdown shutdown = Shutdown.of(node);
        node.node().onReplaced(() -> {
            LOG.error("node {} was replaced: it ends", node.config().nodeId());
            shutdown.exit(ExitCode.FAILED);
        });
        if (node.config().http().enabled()) {
            LOG.info("ax listens on {}", node.url());
        }
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }

    private void check() {
        if (data != null && (!dev || (number != null && number > 1))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--data goes with --dev, and with its first node: any other Redis keeps its own.");
        }
        if (number != null && (!dev || number < 1 || number > MOST_NODES)) {
            throw new ParameterException(spec.commandLine(), "--node goes with --dev, and is 1 to " + MOST_NODES + ".");
        }
    }

    private LocalNode start(ConfigLoader loader) {
        if (!dev) {
            return LocalNode.start(loader);
        }
        return number == null ? LocalNode.startDev(loader, data) : LocalNode.startDev(loader, data, number);
    }
}
