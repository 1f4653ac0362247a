package dev.ax.wheel;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a timer costs, with others waiting beside it. Run {@code org.openjdk.jmh.Main} on the test class path with this
 * class's name; {@code -prof gc} shows that steady work makes no garbage.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class TimingWheelBenchmark {
    private static final long TICK_MS = 100;
    private static final int SIZE = 512;

    /** Timers that wait all the time. */
    @Param({"0", "100000"})
    public int waiting;

    private final TimerHandler handler = this::again;
    private TimingWheel wheel;
    private long nowMs;
    private long random;
    private long sum;

    /** A wheel that holds what waits, spread over its turn. */
    @Setup
    public void fill() {
        nowMs = 1_800_000_000_000L;
        random = 42;
        wheel = new TimingWheel(nowMs, TICK_MS, SIZE);
        for (int i = 0; i < waiting; i++) {
            wheel.schedule(nowMs + someDelayMs(), i);
        }
    }

    /** A timer that never fires: the life of a cancelled task. */
    @Benchmark
    public boolean scheduleAndCancel() {
        return wheel.cancel(wheel.schedule(nowMs + someDelayMs(), 7));
    }

    /** One millisecond passes; each timer that fires is scheduled anew, so their number stays. */
    @Benchmark
    public long expire() {
        nowMs++;
        wheel.poll(nowMs, Integer.MAX_VALUE, handler);
        return sum;
    }

    /** The next timer goes where the slot is being served, so through its heap. */
    @Benchmark
    public boolean skewed() {
        long handle = wheel.schedule(nowMs + (someDelayMs() & 15), 7);
        return wheel.cancel(handle);
    }

    /** A tick passes in which nothing is due. */
    @Benchmark
    public int emptyTick() {
        return wheel.poll(nowMs, Integer.MAX_VALUE, handler);
    }

    private void again(long deadlineMs, long payload) {
        sum += payload;
        wheel.schedule(deadlineMs + 50_000, payload);
    }

    private long someDelayMs() {
        random = random * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        return (random >>> 33) % (TICK_MS * SIZE);
    }
}
