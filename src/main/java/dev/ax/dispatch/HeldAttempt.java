package dev.ax.dispatch;

import dev.ax.store.ClaimedTask;
import dev.ax.store.Holding;
import dev.ax.task.Outcome;
import dev.ax.task.Progress;
import dev.ax.worker.AttemptSink;
import dev.ax.worker.Beginning;
import dev.ax.worker.Interrupt;
import dev.ax.worker.LeaseGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt that this node holds. Whether it is void or has begun is decided under its own lock, so that a cancel, a loss
 * and a stop come before its beginning or after it; the rest belongs to the loop of dispatch. Any thread may read it.
 */
final class HeldAttempt implements LeaseGuard, AttemptSink {
    private static final Logger LOG = LoggerFactory.getLogger(HeldAttempt.class);

    private final ClaimedTask task;
    private final Attempts attempts;
    private final List<Interrupt> interrupts = new ArrayList<>(1);
    private volatile Stamp proof;
    private volatile Ending ending;
    private volatile long begunAtMs;
    private boolean over;

    /**
     * Makes one.
     *
     * @param proof taken before the claim was sent
     */
    HeldAttempt(ClaimedTask task, Stamp proof, Attempts attempts) {
        this.task = task;
        this.proof = proof;
        this.attempts = attempts;
    }

    ClaimedTask task() {
        return task;
    }

    Holding holding() {
        return task.holding();
    }

    /** When the call was sent that last proved the lease. */
    Stamp proof() {
        return proof;
    }

    void proved(Stamp sent) {
        proof = sent;
    }

    /** The store's clock when it began; 0 where it has not. */
    long begunAtMs() {
        return begunAtMs;
    }

    /** Why it is void; null where it holds. */
    Ending ending() {
        return ending;
    }

    /** Whether its executor has ended it, by a result or by taking it over. Only the loop may ask. */
    boolean over() {
        return over;
    }

    void setOver() {
        over = true;
    }

    /** Marks it begun, unless it is void, and tells {@code beginning} in the same step: no end comes between. */
    void begin(long atMs, Beginning beginning) {
        synchronized (interrupts) {
            begunAtMs = ending == null ? atMs : 0;
            beginning.at(begunAtMs);
        }
    }

    /** Ends it and makes it void, unless it has begun or is void. Whether this call did. Only the loop may ask. */
    boolean endUnbegun(Ending reason) {
        synchronized (interrupts) {
            if (begunAtMs != 0 || ending != null) {
                return false;
            }
            over = true;
            end(reason);
            return true;
        }
    }

    /**
     * Makes it void and interrupts whoever runs it; where nobody did yet, it has not begun. The first reason stays.
     */
    void end(Ending reason) {
        List<Interrupt> called;
        synchronized (interrupts) {
            if (ending != null) {
                return;
            }
            ending = reason;
            called = List.copyOf(interrupts);
            interrupts.clear();
        }
        called.forEach(this::interrupt);
    }

    @Override
    public void begin(Beginning beginning) {
        attempts.begin(this, beginning);
    }

    @Override
    public boolean holds() {
        return ending == null;
    }

    @Override
    public void onVoid(Interrupt interrupt) {
        synchronized (interrupts) {
            if (ending == null) {
                interrupts.add(interrupt);
                return;
            }
        }
        interrupt(interrupt);
    }

    @Override
    public void progress(Progress progress) {
        attempts.progress(this, progress);
    }

    @Override
    public void ended(long startedAtMs, Outcome outcome, String logUrl) {
        attempts.ended(this, startedAtMs, outcome, logUrl);
    }

    @Override
    public void detached(long startedAtMs, Duration heartbeat) {
        attempts.detached(this, startedAtMs, heartbeat);
    }

    @Override
    public void neverBegan() {
        attempts.neverBegan(this);
    }

    private void interrupt(Interrupt interrupt) {
        try {
            if (!interrupt.stop()) {
                // It had begun as far as this loop could see, but its handler still waited for a thread.
                begunAtMs = 0;
            }
        } catch (RuntimeException fault) {
            LOG.error("Task {}: its executor could not be interrupted; its result will be refused.", task.id(), fault);
        }
    }

    @Override
    public String toString() {
        return "attempt " + task.attempt() + " of task " + task.id();
    }
}
