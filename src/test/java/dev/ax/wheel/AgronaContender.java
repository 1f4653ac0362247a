package dev.ax.wheel;

import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

/** Agrona's wheel; its slots must be a power of two wide. It has no payload: who fired is known by the handle alone. */
final class AgronaContender implements Contender {
    private static final int TICK_MS = 128;

    private final DeadlineTimerWheel wheel = new DeadlineTimerWheel(TimeUnit.MILLISECONDS, 0, TICK_MS, 512);
    private final long[] handles;
    private long nowMs;
    private long handleSum;
    private final DeadlineTimerWheel.TimerHandler handler = (unit, now, handle) -> {
        handleSum += handle;
        return true;
    };

    AgronaContender(int timers) {
        handles = new long[timers];
    }

    @Override
    public void schedule(int i, long delayMs) {
        handles[i] = wheel.scheduleTimer(nowMs + delayMs);
    }

    @Override
    public void cancel(int i) {
        wheel.cancelTimer(handles[i]);
    }

    @Override
    public int expire() {
        int fired = 0;
        while (wheel.timerCount() > 0) {
            nowMs += TICK_MS;
            fired += wheel.poll(nowMs, handler, Integer.MAX_VALUE);
        }
        if (handleSum == 0 && fired > 1) {
            throw new IllegalStateException("the handler was not called");
        }
        return fired;
    }

    @Override
    public int emptyTick() {
        nowMs += TICK_MS;
        return wheel.poll(nowMs, handler, Integer.MAX_VALUE);
    }
}
