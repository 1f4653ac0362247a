package dev.ax.worker;

import dev.ax.scheduler.PermanentFailureException;
import dev.ax.scheduler.TaskHandler;
import dev.ax.task.Outcome;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * One attempt that a handler runs. It begins when a thread is there for it: no task that waits for one is said to run.
 * Its end is told when the handler returns, at the timeout, or when the lease is void, whichever comes first; its slot
 * is free only when the handler has returned.
 */
final class HandlerCall implements AttemptCall, Runnable {
    private final Attempt attempt;
    private final TaskHandler handler;
    private final Executor threads;
    private final Timer timers;
    private final StuckHandlers stuck;

    private volatile long startedAtMs;
    private volatile Timeout timer;

    /** The thread that asks whether it may begin. */
    private volatile Thread asking;
    /** Written and read by that thread only. */
    private boolean begunAtOnce;

    // Guarded by this: an interrupt hits the handler's thread while it runs the handler, never what runs there next.
    private Thread thread;
    private boolean entered;
    private boolean interrupted;
    private boolean counted;

    HandlerCall(Attempt attempt, TaskHandler handler, Executor threads, Timer timers, StuckHandlers stuck) {
        this.attempt = attempt;
        this.handler = handler;
        this.threads = threads;
        this.timers = timers;
        this.stuck = stuck;
    }

    /** A thread is there: asks whether the attempt may begin, and calls the handler. */
    @Override
    public void run() {
        if (startedAtMs == 0 && !beginsAtOnce()) {
            return; // it may not, or the store is asked; then it comes once more
        }
        try {
            if (enter()) {
                attempt.end(callAndLeave());
            }
        } finally {
            timer.cancel();
            attempt.free();
        }
    }

    private boolean beginsAtOnce() {
        asking = Thread.currentThread();
        try {
            attempt.begin(this);
        } finally {
            asking = null;
        }
        return begunAtOnce;
    }

    private Outcome callAndLeave() {
        try {
            return call();
        } finally {
            leave();
        }
    }

    @Override
    public void start(long atMs) {
        Duration timeout = attempt.task().spec().timeout();
        try {
            timer = timers.newTimeout(late -> timeOut(timeout), timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IllegalStateException stopped) {
            throw new RejectedExecutionException(stopped);
        }
        startedAtMs = atMs;
        if (Thread.currentThread() == asking) {
            begunAtOnce = true;
            return;
        }
        try {
            threads.execute(this);
        } catch (RuntimeException | Error fault) {
            timer.cancel();
            throw fault;
        }
    }

    /** It waited for a thread for too long: hands the task back, which uses up nothing. */
    void giveUp() {
        if (startedAtMs == 0) {
            attempt.neverBegan();
        } else {
            timer.cancel();
            attempt.abort();
            attempt.free();
        }
    }

    @Override
    public synchronized boolean stop() {
        if (thread != null && !interrupted) {
            interrupted = true;
            thread.interrupt();
            stuck.watch(this::countIfStuck);
        }
        return entered;
    }

    private void timeOut(Duration timeout) {
        if (attempt.end(new Outcome.TimedOut(timeout))) {
            stop();
        }
    }

    private Outcome call() {
        try {
            return Results.ofValue(handler.handle(new AttemptContext(attempt)));
        } catch (PermanentFailureException fault) {
            return Outcome.Failed.permanent(ErrorText.of(fault));
        } catch (Throwable fault) {
            // Errors too: a payload that overflows the stack or fills the memory ends its attempt, not the worker.
            return Outcome.Failed.retryable(ErrorText.of(fault));
        }
    }

    /** False where the attempt ended while it waited for a thread: then the handler is not called. */
    private synchronized boolean enter() {
        if (attempt.isOver()) {
            return false;
        }
        thread = Thread.currentThread();
        entered = true;
        return true;
    }

    private synchronized void leave() {
        thread = null;
        if (counted) {
            stuck.remove();
        }
        // An interrupt that came too late, or that the handler left set, is not the next one's.
        Thread.interrupted();
    }

    private synchronized void countIfStuck() {
        if (thread != null && !counted) {
            counted = true;
            stuck.add(attempt.task(), startedAtMs, thread);
        }
    }
}
