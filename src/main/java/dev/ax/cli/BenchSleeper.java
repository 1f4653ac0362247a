package dev.ax.cli;

import dev.ax.scheduler.TaskContext;
import dev.ax.scheduler.TaskHandler;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A handler that waits, 100 ms to 2 s, the same for the same task in each round, and counts each task by its number.
 */
final class BenchSleeper implements TaskHandler {
    private static final int SHORTEST_MS = 100;
    private static final int LONGEST_MS = 2_000;

    private final AtomicIntegerArray starts;
    private final AtomicIntegerArray ends;
    private final AtomicLongArray startNanos;
    private final AtomicLong lastEndNanos = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    BenchSleeper(int tasks) {
        starts = new AtomicIntegerArray(tasks);
        ends = new AtomicIntegerArray(tasks);
        startNanos = new AtomicLongArray(tasks);
    }

    /**
     * What became of all.
     *
     * @param ran tasks that came to their end here at least once
     * @param twice tasks that were started more than once
     * @param seconds from the first start to the last end
     * @param busySeconds that the tasks asked to wait, added up
     * @param secondsUntilLastStart since then no slot can be filled again
     * @param busySecondsUntilLastStart of them
     */
    record Account(
            int ran,
            int twice,
            double seconds,
            double busySeconds,
            double secondsUntilLastStart,
            double busySecondsUntilLastStart) {
        double perSecond() {
            return ran / seconds;
        }
    }

    @Override
    public Object handle(TaskContext context) throws InterruptedException {
        int number = BenchTasks.number(context.taskId());
        startNanos.set(number, System.nanoTime());
        starts.incrementAndGet(number);
        TimeUnit.MILLISECONDS.sleep(millis(number));
        ends.incrementAndGet(number);
        lastEndNanos.accumulateAndGet(System.nanoTime(), Math::max);
        ended.incrementAndGet();
        return null;
    }

    /** Until each has ended once, or none ends any more. */
    void await() {
        BenchEnds.awaitUnlessStuck(ends.length(), ended::get);
    }

    Account account() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < starts.length(); i++) {
            if (starts.get(i) > 0) {
                first = Math.min(first, startNanos.get(i));
                last = Math.max(last, startNanos.get(i));
            }
        }
        int ran = 0;
        int twice = 0;
        double busy = 0;
        double busyUntilLast = 0;
        for (int i = 0; i < starts.length(); i++) {
            twice += starts.get(i) > 1 ? 1 : 0;
            if (ends.get(i) > 0) {
                ran++;
                busy += millis(i) / 1e3;
                busyUntilLast += Math.min(millis(i) / 1e3, (last - startNanos.get(i)) / 1e9);
            }
        }
        return new Account(ran, twice, (lastEndNanos.get() - first) / 1e9, busy, (last - first) / 1e9, busyUntilLast);
    }

    private static int millis(int number) {
        return new SplittableRandom(number).nextInt(SHORTEST_MS, LONGEST_MS + 1);
    }
}
