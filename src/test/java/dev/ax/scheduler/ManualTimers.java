package dev.ax.scheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that moves by hand. Used by one thread. */
final class ManualTimers implements Timers {
    private final List<Timer> timers = new ArrayList<>();
    private long nowMs;

    @Override
    public Runnable after(long delayMs, Runnable action) {
        Timer timer = new Timer(nowMs + delayMs, action);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    void advance(long ms) {
        long untilMs = nowMs + ms;
        while (true) {
            Timer next =
                    timers.stream().min(Comparator.comparingLong(Timer::atMs)).orElse(null);
            if (next == null || next.atMs > untilMs) {
                nowMs = untilMs;
                return;
            }
            timers.remove(next);
            nowMs = next.atMs;
            next.action.run();
        }
    }

    int pending() {
        return timers.size();
    }

    private record Timer(long atMs, Runnable action) {}
}
