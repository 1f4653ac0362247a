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

    @Option(names = "--config", paramLabel = "FILE", description = "A YAML file; only what differs from the defaults.")
    private Path config;

    @Override
    public Integer call() throws InterruptedException {
        if (data != null && !dev) {
            throw new ParameterException(spec.commandLine(), "--data goes with --dev: any other Redis keeps its own.");
        }
        ConfigLoader loader = ConfigLoader.ofProcess().file(config);
        LocalNode node = dev ? LocalNode.startDev(loader, data) : LocalNode.start(loader);
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
}
