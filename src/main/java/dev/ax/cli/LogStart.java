package dev.ax.cli;

import org.slf4j.LoggerFactory;

/**
 * Sets up the log on a thread of its own: it takes as long as to read the command line and the configuration, neither of
 * which writes to it. What is logged meanwhile is kept and written once the log is there.
 */
final class LogStart {
    private static final Thread SETTING_UP = new Thread(LoggerFactory::getILoggerFactory, "ax-log");

    static {
        SETTING_UP.setDaemon(true);
        SETTING_UP.start();
    }

    private LogStart() {}

    /** Begins, once in a process; the first use of this class does it. */
    static void begin() {}

    /** Waits until the log is there. */
    static void await() {
        try {
            SETTING_UP.join();
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
        }
    }
}
