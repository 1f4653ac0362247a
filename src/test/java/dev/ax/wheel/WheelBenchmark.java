package dev.ax.wheel;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What each of a million timers costs in our wheel, Netty's and Agrona's, in the same run. All work in steady state: the
 * wheel has held as many before, and they left in another order than they came. Run {@code org.openjdk.jmh.Main} on the
 * test class path with this class's name and {@code -prof gc}, which counts the garbage (with that of the preparation:
 * Netty's expiry makes none by itself).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g"})
@Warmup(iterations = 4)
@Measurement(iterations = 6)
public class WheelBenchmark {
    private static final int TIMERS = 1_000_000;

    @Param({"ax", "netty", "agrona"})
    public String wheel;

    /** Over 50 s, or all within 2 s: 50,000 a slot. */
    @Param({"spread", "skewed"})
    public String delays;

    private final int[] delaysMs = new int[TIMERS];
    private final int[] order = new int[TIMERS];
    private Contender contender;

    /** Draws delays and an order to cancel in. */
    @Setup
    public void draw() {
        Random random = new Random(7);
        boolean skewed = delays.equals("skewed");
        for (int i = 0; i < TIMERS; i++) {
            delaysMs[i] = skewed ? 25_000 + random.nextInt(2_000) : 200 + random.nextInt(50_000);
            order[i] = i;
        }
        for (int i = TIMERS - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        contender = Contender.of(wheel, TIMERS);
    }

    /** Ends the threads. */
    @TearDown
    public void close() {
        contender.close();
    }

    /** Before each shot. */
    @Setup(Level.Invocation)
    public void prepare(BenchmarkParams shot) {
        if (shot.getBenchmark().contains(".cancel")) {
            schedule();
        } else if (shot.getBenchmark().endsWith(".expire")) {
            contender.prepareExpiry(delaysMs);
        }
    }

    /** After each shot: nothing waits. */
    @TearDown(Level.Invocation)
    public void empty(BenchmarkParams shot) {
        if (shot.getBenchmark().endsWith(".schedule")) {
            cancel();
        }
    }

    /** All are scheduled. */
    @Benchmark
    @OperationsPerInvocation(TIMERS)
    public void schedule() {
        for (int i = 0; i < TIMERS; i++) {
            contender.schedule(i, delaysMs[i]);
        }
    }

    /** All are cancelled, in an order of no meaning. */
    @Benchmark
    @OperationsPerInvocation(TIMERS)
    public void cancel() {
        for (int i : order) {
            contender.cancel(i);
        }
    }

    /** All are cancelled, the oldest first. */
    @Benchmark
    @OperationsPerInvocation(TIMERS)
    public void cancelInTurn() {
        for (int i = 0; i < TIMERS; i++) {
            contender.cancel(i);
        }
    }

    /** All fire. */
    @Benchmark
    @OperationsPerInvocation(TIMERS)
    public int expire() {
        return contender.expire();
    }
}
