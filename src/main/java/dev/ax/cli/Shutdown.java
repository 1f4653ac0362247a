package dev.ax.cli;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process in order when the system asks for it. After a signal the JVM would exit with 128 + its number
 * whatever its hooks do, so this one is the last: it drains, then halts with the code that fits.
 */
final class Shutdown {
    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    private final LocalNode node;
    private final AtomicInteger code = new AtomicInteger(ExitCode.OK);

    private Shutdown(LocalNode node) {
        this.node = node;
    }

    /** Registers it. */
    static Shutdown of(LocalNode node) {
        Shutdown shutdown = new Shutdown(node);
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::run, "shutdown"));
        return shutdown;
    }

    /** Exits with a code. Returns at once: an event loop that waited here would be waited for by the drain. */
    void exit(int exitCode) {
        code.set(exitCode);
        new Thread(() -> System.exit(exitCode), "exit").start();
    }

    private void run() {
        int exitCode = code.get();
        try {
            LOG.info("shutting down: no more claims, waiting for what runs");
            node.close();
            LOG.info("left in order");
        } catch (RuntimeException fault) {
            LOG.error("did not leave in order; what was running is taken up when its leases end", fault);
            exitCode = ExitCode.FAILED;
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
