import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the peers in Java have in common: their arguments, the payload, and the lines that they print. {@code
 * bench/README.md} has the roles and the lines.
 *
 * @param width callers, tasks of a batch, or jobs at once, as the role has it
 * @param warm jobs of the warm-up, which do not count
 */
record Bench(int port, String role, int count, int width, int warm, long leadMs, long overMs) {
    private static final int PAYLOAD = 100;
    private static final int DUE_DIGITS = 13;

    /** A prime that divides no number of jobs, so that the due instants are even but come in no order. */
    private static final long STRIDE = 7919;

    static Bench of(String[] args) {
        return new Bench(
                Integer.parseInt(args[0]),
                args[1],
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]),
                Long.parseLong(args[5]),
                Long.parseLong(args[6]));
    }

    /** Puts a number of jobs into the store. */
    interface Load {
        /** @param nowMs the instant from which due instants count, or 0 for jobs of the warm-up */
        void put(int total, long nowMs) throws Exception;
    }

    /** One call of many. */
    interface Call {
        void at(int number) throws Exception;
    }

    /** The warm-up, the word to go, and the load that counts. */
    void produce(Load load) throws Exception {
        load.put(warm, 0);
        ready();
        System.in.read();
        Stretch stretch = new Stretch(count);
        load.put(count, System.currentTimeMillis());
        System.out.println("{" + stretch.end() + "}");
    }

    /** The due instant of a job; 0 for one of the warm-up. */
    long due(int number, int total, long nowMs) {
        return nowMs == 0 ? 0 : nowMs + leadMs + number * STRIDE % total * overMs / total;
    }

    static String payload(long dueMs) {
        String head = String.format("%0" + DUE_DIGITS + "d", dueMs);
        return head + "x".repeat(PAYLOAD - head.length());
    }

    /** Numbers below {@code end}, from {@code callers} threads. */
    static void inTurn(int end, int callers, Call call) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        Thread[] threads = new Thread[callers];
        for (int t = 0; t < callers; t++) {
            threads[t] = new Thread(() -> {
                for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
                    try {
                        call.at(i);
                    } catch (Exception fault) {
                        fail(fault);
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void ready() {
        System.out.println("{\"ready\": true}");
    }

    /** Half a measurement is none. */
    static void fail(Throwable fault) {
        fault.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    private static double nowMs() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) / 1000.0;
    }

    /** From its making to its end; CPU is this process's. */
    private static final class Stretch {
        private static final com.sun.management.OperatingSystemMXBean SYSTEM =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

        private final int tasks;
        private final double from = nowMs();
        private final long cpuNanos = SYSTEM.getProcessCpuTime();

        Stretch(int tasks) {
            this.tasks = tasks;
        }

        String end() {
            return String.format(
                    Locale.ROOT,
                    "\"tasks\": %d, \"from_ms\": %.3f, \"to_ms\": %.3f, \"cpu_us\": %.3f",
                    tasks,
                    from,
                    nowMs(),
                    (SYSTEM.getProcessCpuTime() - cpuNanos) / 1e3 / tasks);
        }
    }

    /** Counts the jobs of a worker, and reports the last. Safe for use by many threads. */
    static final class Meter {
        private final Bench bench;
        private final double[] lateness;
        private final AtomicInteger warmed = new AtomicInteger();
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicInteger done = new AtomicInteger();
        private volatile Stretch stretch;

        Meter(Bench bench) {
            this.bench = bench;
            this.lateness = new double[bench.count()];
        }

        void run(String payload) {
            long dueMs = Long.parseLong(payload, 0, DUE_DIGITS, 10);
            if (dueMs == 0) {
                if (warmed.incrementAndGet() == bench.warm()) {
                    ready();
                }
                return;
            }
            int number = started.getAndIncrement();
            if (number == 0) {
                stretch = new Stretch(bench.count());
            }
            if (number < lateness.length) {
                lateness[number] = nowMs() - dueMs;
            }
            if (done.incrementAndGet() == bench.count()) {
                report();
            }
        }

        private void report() {
            String taken = stretch.end();
            Arrays.sort(lateness);
            System.out.println(String.format(
                    Locale.ROOT,
                    "{%s, \"early\": %d, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f}",
                    taken,
                    Arrays.stream(lateness).filter(late -> late < 0).count(),
                    at(0.5),
                    at(0.99),
                    at(1)));
        }

        private double at(double part) {
            return lateness[Math.min(lateness.length - 1, (int) (lateness.length * part))];
        }
    }
}
