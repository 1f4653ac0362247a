package dev.ax.wheel;

/** Our wheel, polled every 2 ms as the tick does it by default. */
final class AxContender implements Contender {
    private static final int TICK_MS = 100;
    private static final int FINE_TICK_MS = 2;

    private final TimingWheel wheel;
    private final long[] handles;
    private long nowMs = 1_800_000_000_000L;
    private long lastPayload;
    private final TimerHandler handler = (deadlineMs, payload) -> lastPayload = payload;

    AxContender(int timers) {
        wheel = new TimingWheel(nowMs, TICK_MS, 512);
        handles = new long[timers];
    }

    @Override
    public void schedule(int i, long delayMs) {
        handles[i] = wheel.schedule(nowMs + delayMs, i);
    }

    @Override
    public void cancel(int i) {
        wheel.cancel(handles[i]);
    }

    @Override
    public int expire() {
        int fired = 0;
        while (wheel.size() > 0) {
            nowMs += FINE_TICK_MS;
            fired += wheel.poll(nowMs, Integer.MAX_VALUE, handler);
        }
        return fired;
    }

    @Override
    public int emptyTick() {
        nowMs += TICK_MS;
        return wheel.poll(nowMs, Integer.MAX_VALUE, handler);
    }
}
