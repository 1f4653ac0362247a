package dev.ax.drill;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What drills have open. Where this process is told to end meanwhile it is closed, the last first. Any thread may use it. */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final Deque<AutoCloseable> OPEN = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(Leftovers::close), "leftovers"));
    }

    private Leftovers() {}

    static void opened(AutoCloseable one) {
        OPEN.addFirst(one);
    }

    static void closed(AutoCloseable one) {
        OPEN.remove(one);
    }

    private static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception fault) {
            LOG.error("{} was not closed", one, fault);
        }
    }
}
