package dev.ax.dispatch;

import dev.ax.clock.StoreClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A loop, a store's clock and a wall clock that move by hand. Whoever calls is in the loop's turn. */
final class HandLoop implements Loop, StoreClock, InstantSource {
    static final long START_MS = 1_700_000_000_000L;

    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nanos;
    private long suspendedMs;

    @Override
    public void execute(Runnable work) {
        turns.add(work);
    }

    @Override
    public void run(Runnable work) {
        work.run();
    }

    @Override
    public void after(long delayMs, Runnable work) {
        timers.add(new Timer(nanos + delayMs * 1_000_000, work));
    }

    @Override
    public long nowMs() {
        return START_MS + nanos / 1_000_000;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMs() + suspendedMs);
    }

    /** Takes all turns that are due. */
    void settle() {
        while (!turns.isEmpty()) {
            turns.poll().run();
        }
    }

    /** Lets time pass, firing timers in order. */
    void pass(long ms) {
        long until = nanos + ms * 1_000_000;
        settle();
        while (true) {
            Timer next = timers.stream()
                    .filter(timer -> timer.atNanos <= until)
                    .min(Comparator.comparingLong(Timer::atNanos))
                    .orElse(null);
            if (next == null) {
                break;
            }
            timers.remove(next);
            nanos = Math.max(nanos, next.atNanos);
            next.work.run();
            settle();
        }
        nanos = until;
    }

    /** The process stands still: time passes, no timer fires. */
    void pause(long ms) {
        nanos += ms * 1_000_000;
    }

    /** The machine is suspended: only the wall clock goes on. */
    void suspend(long ms) {
        suspendedMs += ms;
    }

    private record Timer(long atNanos, Runnable work) {}
}
