package dev.ax.worker;

import dev.ax.store.ClaimedTask;
import dev.ax.task.Outcome;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt in a pool: sees to it that its sink is called exactly once and its slot freed exactly once, however
 * result, timeout, loss of the lease and shutdown race. Safe for use by any thread.
 */
final class Attempt {
    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    private final ClaimedTask task;
    private final LeaseGuard guard;
    private final AttemptSink sink;
    private final Slots slots;
    private final String node;
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile long startedAtMs;
    private volatile AttemptCall call;

    /** Takes a slot. */
    Attempt(ClaimedTask task, LeaseGuard guard, AttemptSink sink, Slots slots, String node) {
        this.task = task;
        this.guard = guard;
        this.sink = sink;
        this.slots = slots;
        this.node = node;
        slots.take(this);
    }

    ClaimedTask task() {
        return task;
    }

    LeaseGuard guard() {
        return guard;
    }

    /** Whether the sink was told: what the executor still says is in vain. */
    boolean isOver() {
        return told.get();
    }

    /** Asks the guard, and starts the call in the same step where it says yes. */
    void begin(AttemptCall callToStart) {
        try {
            guard.begin(at -> {
                if (at == 0) {
                    neverBegan();
                } else {
                    start(callToStart, at);
                }
            });
        } catch (RuntimeException | Error fault) {
            // Whoever asks may be the thread of a handler: it has others to run, and this attempt must have an end.
            end(Outcome.Failed.retryable(ErrorText.of(fault)));
            free();
        }
    }

    private void start(AttemptCall callToStart, long at) {
        startedAtMs = at;
        call = callToStart;
        if (isOver()) {
            // The pool closed while the guard was asked.
            free();
            return;
        }
        try {
            callToStart.start(at);
        } catch (RejectedExecutionException closing) {
            end(new Outcome.Released(node));
            free();
            return;
        } catch (Throwable fault) {
            // An Error too (no thread to be had, a class not found): the attempt fails, the event loop lives.
            end(Outcome.Failed.retryable(ErrorText.of(fault)));
            free();
            return;
        }
        // After the call, so that nothing is stopped that has not started; at once where the lease is void already.
        guard.onVoid(this::abort);
    }

    /** Tells the sink, unless it was told. Whether this call did. */
    boolean end(Outcome outcome) {
        return tell(() -> sink.ended(startedAtMs, outcome, null));
    }

    /** Tells the sink that the executor will report, unless it was told. Whether this call did. */
    boolean detach(Duration heartbeat) {
        return tell(() -> sink.detached(startedAtMs, heartbeat));
    }

    /**
     * Hands the task back unless it is over, and makes the executor stop. The slot is free once it has.
     *
     * @return false where the executor was not called, and never will be
     */
    boolean abort() {
        end(new Outcome.Released(node));
        AttemptCall running = call;
        return running != null && running.stop();
    }

    /** The executor has truly returned. Does nothing the second time. */
    void free() {
        slots.release(this);
    }

    /** The executor was not called, and never will be. */
    void neverBegan() {
        tell(sink::neverBegan);
        free();
    }

    private boolean tell(Runnable word) {
        if (!told.compareAndSet(false, true)) {
            return false;
        }
        try {
            word.run();
        } catch (RuntimeException fault) {
            LOG.error("{} {}: its end was not taken; its lease will end by itself", task.id(), task.token(), fault);
        }
        return true;
    }
}
