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

/** What it costs that a slot passes in which nothing is due. Netty's wheel cannot be asked: its thread sleeps between. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class EmptyTickBenchmark {
    private static final long CENTURIES_MS = 100_000_000_000_000L;

    @Param({"ax", "agrona"})
    public String wheel;

    /** Timers that wait for centuries, so beyond the end of the run: a wheel that is wholly empty would be too easy. */
    @Param({"1", "100"})
    public int waiting;

    private Contender contender;

    /** Has some wait. */
    @Setup
    public void fill() {
        contender = Contender.of(wheel, waiting);
        for (int i = 0; i < waiting; i++) {
            contender.schedule(i, CENTURIES_MS + 1_000L * i);
        }
    }

    /** The next slot. */
    @Benchmark
    public int emptyTick() {
        return contender.emptyTick();
    }
}
