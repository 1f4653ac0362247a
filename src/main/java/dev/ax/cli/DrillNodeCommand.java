package dev.ax.cli;

import dev.ax.config.ConfigLoader;
import dev.ax.drill.WorkHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code drill node}: a node as {@code serve} runs it, with the handler of the drills, and faults of its own. Its input ends
 * with the process that drills, and it then ends as well.
 */
@Command(name = "node", hidden = true)
final class DrillNodeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(DrillNodeCommand.class);

    @Option(names = "--journal", required = true, description = "Where the handler writes what it does.")
    private Path journal;

    @Option(names = "--slowness", defaultValue = "1", description = "How many times as long as it should a task takes.")
    private double slowness;

    @Option(names = "--clock-ahead", defaultValue = "0", description = "Seconds by which its clock is wrong.")
    private long aheadSeconds;

    @Override
    public Integer call() throws InterruptedException {
        Thread watch = new Thread(DrillNodeCommand::endWithDrill, "drill-watch");
        watch.setDaemon(true);
        watch.start();
        InstantSource wall = InstantSource.offset(InstantSource.system(), Duration.ofSeconds(aheadSeconds));
        WorkHandler handler = new WorkHandler(journal, slowness);
        LocalNode node = LocalNode.start(
                ConfigLoader.ofProcess(), wall, scheduler -> scheduler.register(WorkHandler.TYPE, handler));
        Shutdown shutdown = Shutdown.of(node);
        node.node().onReplaced(() -> shutdown.exit(ExitCode.FAILED));
        LOG.info("ax listens on {}", node.url());
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }

    private static void endWithDrill() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException fault) {
            LOG.warn("the drill cannot be heard", fault);
        }
        Runtime.getRuntime().halt(ExitCode.FAILED); // nobody is left to drain for
    }
}
