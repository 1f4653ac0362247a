package dev.ax.clock;

/**
 * Time that a test moves by hand: the store's clock and the monotonic source. Safe for use by any thread.
 */
public final class ManualClock implements StoreClock, NanoClock {
    private long nowMicros;
    private long nanos;

    /** Starts at this epoch instant; the monotonic source starts elsewhere, so that mixing the two shows. */
    public ManualClock(long nowMs) {
        this.nowMicros = nowMs * 1_000;
        this.nanos = 7_777_777_777L;
    }

    @Override
    public synchronized long nowMs() {
        return Math.floorDiv(nowMicros, 1_000L);
    }

    /** As the store's {@code TIME}. */
    public synchronized long nowMicros() {
        return nowMicros;
    }

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    /** Time passes: both move. */
    public void advanceMs(long millis) {
        advanceMicros(millis * 1_000);
    }

    /** Time passes: both move. */
    public synchronized void advanceMicros(long micros) {
        nowMicros += micros;
        nanos += micros * 1_000;
    }

    /** The store's clock is set; no time passes. */
    public synchronized void jumpMs(long millis) {
        nowMicros += millis * 1_000;
    }
}
