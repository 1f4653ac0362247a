package dev.ax.worker;

import dev.ax.clock.StoreClock;
import dev.ax.config.AxConfig;
import dev.ax.events.Alerts;
import dev.ax.metrics.AxMetrics;
import dev.ax.scheduler.Handlers;
import dev.ax.scheduler.TaskHandler;
import dev.ax.store.ClaimedTask;
import dev.ax.task.Outcome;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs registered handlers, off the event loop: on virtual threads on Java 21 and later, on a pool with a thread a slot
 * on 17. Timeouts have a thread of their own, so no handler, however it blocks, delays another's.
 */
public final class HandlerPool implements SlotPool {

    /** A handler that heeds its interrupt is gone by then; one that is not holds a slot that a person should know of. */
    private static final Duration STUCK_AFTER = Duration.ofSeconds(5);

    /** Of timeouts: what a handler may run over its time. The timer ticks on when nothing runs, so it ticks seldom. */
    private static final long TIMER_TICK_MS = 50;

    /** A task that was taken ahead and finds no slot for so long is given back. */
    private static final long LONGEST_WAIT_MS = 100;

    private final Handlers handlers;
    private final Slots slots;
    private final String node;
    private final ExecutorService threads;
    private final HandlerQueue queue;
    private final Timer timers;
    private final AtomicBoolean watching = new AtomicBoolean();
    private final StuckHandlers stuck;

    public HandlerPool(Handlers handlers, AxConfig config, StoreClock clock, AxMetrics metrics, Alerts alerts) {
        this(handlers, config, clock, metrics, alerts, STUCK_AFTER);
    }

    /** With a test's patience. */
    HandlerPool(
            Handlers handlers,
            AxConfig config,
            StoreClock clock,
            AxMetrics metrics,
            Alerts alerts,
            Duration stuckAfter) {
        int configured = config.worker().slots();
        this.handlers = handlers;
        this.slots = new Slots(configured == 0 ? HandlerThreads.defaultSlots() : configured);
        this.node = config.nodeId();
        this.threads = HandlerThreads.open(slots.total());
        this.queue = new HandlerQueue(slots.total(), threads);
        this.timers = new HashedWheelTimer(HandlerThreads.named("ax-timeout-"), TIMER_TICK_MS, TimeUnit.MILLISECONDS);
        this.stuck = new StuckHandlers(timers, stuckAfter, clock, metrics, alerts);
    }

    @Override
    public String name() {
        return "handlers";
    }

    @Override
    public List<String> routes() {
        return handlers.types().stream().map(type -> "type:" + type).toList();
    }

    @Override
    public int freeSlots() {
        return slots.free();
    }

    @Override
    public int room() {
        return slots.free(queue.ahead());
    }

    @Override
    public int slots() {
        return slots.total();
    }

    @Override
    public void onFree(Runnable listener) {
        slots.onFree(listener);
    }

    @Override
    public void run(ClaimedTask task, LeaseGuard guard, AttemptSink sink) {
        Attempt attempt = new Attempt(task, guard, sink, slots, node);
        TaskHandler handler = handlers.find(task.spec().type());
        if (handler == null) {
            // Claimed while there was one: whoever has one now may run it, at no retry.
            attempt.end(new Outcome.Released(node));
            attempt.free();
            return;
        }
        try {
            enqueue(new HandlerCall(attempt, handler, this::enqueue, timers, stuck));
        } catch (RejectedExecutionException closing) {
            attempt.neverBegan();
        } catch (Error noThread) {
            // The attempt fails, the event loop lives.
            attempt.end(Outcome.Failed.retryable(ErrorText.of(noThread)));
            attempt.free();
        }
    }

    /** Hands back what still runs and interrupts it. Does not wait for it. Nothing may be run afterwards. */
    public void close() {
        slots.abortAll();
        threads.shutdown();
        timers.stop();
    }

    private void enqueue(Runnable call) {
        queue.execute(call);
        watchWaiting();
    }

    private void watchWaiting() {
        if (queue.hasWaiting() && watching.compareAndSet(false, true)) {
            try {
                timers.newTimeout(due -> giveUpWaiting(), LONGEST_WAIT_MS, TimeUnit.MILLISECONDS);
            } catch (IllegalStateException stopped) {
                // The pool is closed: all that waited was handed back.
                return;
            }
        }
    }

    private void giveUpWaiting() {
        watching.set(false);
        queue.giveUp(TimeUnit.MILLISECONDS.toNanos(LONGEST_WAIT_MS), call -> ((HandlerCall) call).giveUp());
        watchWaiting();
    }
}
