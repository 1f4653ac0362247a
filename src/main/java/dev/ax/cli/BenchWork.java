package dev.ax.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.ax.scheduler.TaskContext;
import dev.ax.scheduler.TaskHandler;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The handler of the benchmark: does what {@code ax.noop} does, nothing, and notes when it was called. The node, Redis
 * and this share the clock of one machine.
 */
final class BenchWork implements TaskHandler {
    private static final long LONGEST_SECONDS = 3600;
    private static final long LARGEST_MICROS = TimeUnit.HOURS.toMicros(1);

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final AtomicLong firstNanos = new AtomicLong();
    private final AtomicLong firstCpuNanos = new AtomicLong();
    private final AtomicLong early = new AtomicLong();
    private final Histogram latenessMicros = new ConcurrentHistogram(LARGEST_MICROS, 3);
    private volatile CountDownLatch open;

    BenchWork(int expected) {
        open = new CountDownLatch(expected);
    }

    @Override
    public Object handle(TaskContext context) {
        if (firstNanos.get() == 0 && firstNanos.compareAndSet(0, System.nanoTime())) {
            firstCpuNanos.set(system.getProcessCpuTime());
        }
        long micros = ChronoUnit.MICROS.between(context.scheduledFor(), Instant.now());
        if (micros < 0) {
            early.incrementAndGet();
        } else {
            latenessMicros.recordValue(Math.min(micros, LARGEST_MICROS));
        }
        open.countDown();
        return null;
    }

    /** As many again. Only while none is open. */
    void expect(int expected) {
        open = new CountDownLatch(expected);
    }

    /** Waits until it was called as often as expected. */
    void await() {
        try {
            if (!open.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        open.getCount() + " tasks did not start within " + LONGEST_SECONDS + " s");
            }
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", fault);
        }
    }

    /** By {@link System#nanoTime}; of the first call. */
    long firstNanos() {
        return firstNanos.get();
    }

    /** What the process had used when the first call came. */
    long firstCpuNanos() {
        return firstCpuNanos.get();
    }

    long early() {
        return early.get();
    }

    double latenessMs(double percentile) {
        return latenessMicros.getValueAtPercentile(percentile) / 1000.0;
    }
}
