package dev.ax.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of dispatch: asks for no more, gives back what has not begun, waits for what runs, then interrupts the rest
 * and gives it back, and ends when the store has it all. Owned by the loop.
 */
final class Drain {
    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    /** With the 25 s of the drain it stays below the 30 s in which a stopped node is to be gone. */
    private static final long FLUSH_MS = 3_000;

    private static final long LOOK_MS = 20;

    private final Loop loop;
    private final Claims claims;
    private final Attempts attempts;
    private final HeldAttempts held;
    private final List<Runnable> waiters = new ArrayList<>();
    private boolean begun;
    private boolean done;

    Drain(Loop loop, Claims claims, Attempts attempts, HeldAttempts held) {
        this.loop = loop;
        this.claims = claims;
        this.attempts = attempts;
        this.held = held;
    }

    /**
     * Begins to drain, unless it has, and calls {@code then} at the end.
     *
     * @param timeout how long to wait for what runs
     */
    void begin(Duration timeout, Runnable then) {
        if (done) {
            then.run();
            return;
        }
        waiters.add(then);
        if (!begun) {
            begun = true;
            claims.stop();
            attempts.releaseUnbegun();
            LOG.info("Claims no more; {} attempts have {} ms to end.", held.size(), timeout.toMillis());
            loop.after(timeout.toMillis(), this::interruptRest);
            look();
        }
    }

    private void look() {
        if (done) {
            return;
        }
        if (attempts.idle() && !claims.onTheirWay()) {
            finish();
        } else {
            loop.after(LOOK_MS, this::look);
        }
    }

    private void interruptRest() {
        if (done) {
            return;
        }
        int released = attempts.releaseRunning();
        if (released > 0) {
            LOG.info("{} attempts still ran: they are interrupted and given back.", released);
        }
        loop.after(FLUSH_MS, () -> {
            if (!done) {
                LOG.warn(
                        "{} attempts could not be given back, the store does not answer: their leases will end.",
                        held.size());
                finish();
            }
        });
    }

    private void finish() {
        done = true;
        waiters.forEach(Runnable::run);
    }
}
