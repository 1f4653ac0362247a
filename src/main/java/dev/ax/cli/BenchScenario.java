package dev.ax.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the benchmark measures, each on a fresh node and a fresh Redis. */
enum BenchScenario {
    /** Submissions one by one with many in flight, due in an hour. */
    SUBMIT("submit") {
        @Override
        void run(Round round) {
            long dueMs = inAnHour();
            round.measure(() -> round.load.oneByOne(round.settings.tasks(), dueMs));
        }
    },

    /** Submissions in batches through the embedding API, due in an hour. */
    SUBMIT_BATCH("submit-batch") {
        @Override
        void run(Round round) {
            long dueMs = inAnHour();
            round.measure(() -> round.load.batches(round.settings.tasks(), i -> dueMs));
        }
    },

    /** Submissions in batches over REST, as NDJSON, due in an hour. */
    SUBMIT_NDJSON("submit-ndjson") {
        @Override
        void run(Round round) {
            long dueMs = inAnHour();
            round.measure(() -> round.load.ndjson(round.settings.tasks(), dueMs));
        }
    },

    /** All due in one instant, submitted before it: from that instant until the last has ended. */
    DRAIN("drain") {
        @Override
        void run(Round round) {
            int tasks = round.settings.tasks();
            long dueMs = System.currentTimeMillis() + 1000 + tasks / SLOWEST_PER_MS;
            round.load.batches(tasks, i -> dueMs);
            long leftMs = dueMs - System.currentTimeMillis();
            if (leftMs < 0) {
                throw new IllegalStateException(
                        "this machine is too slow to submit them before they are due: fewer --tasks");
            }
            pause(leftMs);
            round.measure(round::awaitEnd);
        }
    },

    /** Due at once, submitted in batches while the node runs them: from the first submission until the last has ended. */
    LIFE("life") {
        @Override
        void run(Round round) {
            round.measure(() -> {
                round.load.batches(round.settings.tasks(), i -> 0);
                round.awaitEnd();
            });
        }
    },

    /** Due uniformly over ten seconds: how late each starts. */
    DELAYED("delayed") {
        @Override
        void run(Round round) {
            int tasks = round.settings.delayed();
            long firstMs = System.currentTimeMillis() + 2000;
            round.load.batches(tasks, i -> firstMs + i * DELAYED_OVER_MS / tasks);
            round.work.await();
            round.figures.add("start - due p50, ms", round.work.latenessMs(50));
            round.figures.add("start - due p99, ms", round.work.latenessMs(99));
            round.figures.add("start - due max, ms", round.work.latenessMs(100));
            round.figures.add("started early, tasks", (double) round.work.early());
        }

        @Override
        int tasks(BenchSettings settings) {
            return settings.delayed();
        }
    },

    /** Redis memory of a task that waits beyond the wheel's span. */
    MEMORY("memory") {
        @Override
        void run(Round round) {
            long dueMs = inAnHour();
            long before = round.meter.redisMemory();
            round.load.batches(round.settings.tasks(), i -> dueMs);
            round.figures.add(
                    "Redis, B/pending task", (double) (round.meter.redisMemory() - before) / round.settings.tasks());
        }
    },

    /** Heap of a task that the wheel holds. */
    HEAP("heap") {
        @Override
        void run(Round round) {
            int tasks = round.settings.tasks();
            long before = round.meter.heap();
            long baseMs = System.currentTimeMillis() + PROMOTED_MS;
            // Neighbours differ in their instant, since the wheel holds an instant that came twice in a row once.
            round.load.batches(tasks, i -> baseMs + i * STRIDE % DELAYED_OVER_MS);
            double entries = round.settledWheel();
            if (System.currentTimeMillis() > baseMs) {
                throw new IllegalStateException("not all were promoted before they were due: fewer --tasks");
            }
            round.figures.add("wheel, entries/task", entries / tasks);
            round.figures.add("heap, B/promoted entry", (round.meter.heap() - before) / entries);
        }
    };

    private static final long DELAYED_OVER_MS = 10_000;

    /** With the ten seconds above inside the wheel's span of 51.2 s at default settings. */
    private static final long PROMOTED_MS = 35_000;

    /** A prime, so that the instants come in no order. */
    private static final long STRIDE = 7919;

    /** Submissions in batches that any machine makes in a millisecond. */
    private static final int SLOWEST_PER_MS = 5;

    private static final long LOOK_MS = 20;

    /** The promoter looks more often than this. */
    private static final long SETTLED_MS = 2_000;

    private static final Pattern WHEEL = Pattern.compile("(?m)^ax_wheel_size(?:\\{[^}]*})? (\\S+)$");
    private static final Pattern SUCCEEDED =
            Pattern.compile("(?m)^ax_attempts_total\\{[^}]*outcome=\"SUCCEEDED\"[^}]*} (\\S+)$");

    private final String label;

    BenchScenario(String label) {
        this.label = label;
    }

    /** As the command line names it. */
    String label() {
        return label;
    }

    abstract void run(Round round);

    /** Tasks that start in a round. */
    int tasks(BenchSettings settings) {
        return settings.tasks();
    }

    static BenchScenario of(String label) {
        for (BenchScenario scenario : values()) {
            if (scenario.label.equals(label)) {
                return scenario;
            }
        }
        throw new IllegalArgumentException(label);
    }

    private static long inAnHour() {
        return System.currentTimeMillis() + Duration.ofHours(1).toMillis();
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", fault);
        }
    }

    /** What a scenario has at hand in one round. */
    static final class Round {
        final BenchSettings settings;
        final BenchLoad load;
        final BenchWork work;
        final BenchMeter meter;
        final BenchFigures figures;
        private final DemoClient rest;

        Round(LocalNode node, BenchSettings settings, BenchWork work, BenchFigures figures) {
            this.settings = settings;
            this.load = new BenchLoad(node, settings, BenchCommand.TYPE);
            this.work = work;
            this.meter = new BenchMeter(node.redis().port());
            this.figures = figures;
            this.rest = new DemoClient(node.url());
        }

        void measure(Runnable stretch) {
            BenchMeter.Reading before = meter.read();
            stretch.run();
            figures.add(before, meter.read(), settings.tasks());
        }

        /** Until all have started and the store has taken every outcome. */
        void awaitEnd() {
            work.await();
            while (metric(SUCCEEDED) < settings.tasks()) {
                pause(LOOK_MS);
            }
        }

        /** Entries of the wheel once they grow no more. */
        double settledWheel() {
            double before = -1;
            double now = metric(WHEEL);
            while (now <= 0 || now > before) {
                pause(SETTLED_MS);
                before = now;
                now = metric(WHEEL);
            }
            return now;
        }

        /** The sum over what the pattern finds in the node's metrics. */
        double metric(Pattern pattern) {
            Matcher lines = pattern.matcher(rest.text("/metrics"));
            double sum = 0;
            while (lines.find()) {
                sum += Double.parseDouble(lines.group(1));
            }
            return sum;
        }
    }
}
