package dev.ax.cli;

import dev.ax.cli.BenchScenario.Length;
import dev.ax.cli.BenchScenario.WarmUp;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;

/** How fast tasks are run, each in a node that is warm and in one that is fresh. */
final class BenchRuns {
    static final List<BenchScenario> ALL = List.of(
            new BenchScenario(
                    "drain",
                    Length.QUICK,
                    WarmUp.NONE,
                    "--tasks ready, a fresh worker process: from the first start to the last end",
                    BenchRuns::drain),
            new BenchScenario(
                    "drain-warm",
                    Length.QUICK,
                    WarmUp.FIRST,
                    "--tasks ready, then the handler is registered: until the last end",
                    BenchRuns::drainWarm),
            new BenchScenario(
                    "life",
                    Length.QUICK,
                    WarmUp.FIRST,
                    "--tasks in batches into the node that runs them: from the first submission to the last end",
                    BenchRuns::life),
            new BenchScenario(
                    "life-fresh",
                    Length.QUICK,
                    WarmUp.FIRST,
                    "as life, run by a fresh worker process beside this one",
                    BenchRuns::lifeFresh));

    private static final int TASKS = 100_000;
    private static final String JAVA_OPTIONS = "-Xmx128m";

    private BenchRuns() {}

    private static void drain(BenchRound round) throws IOException {
        int tasks = round.settings.tasks(TASKS);
        round.fill(tasks, 0);
        double redisMicros = round.redis.cpuMicros();
        try (BenchChild worker = round.child(JAVA_OPTIONS, tasks)) {
            JsonObject end = worker.ask("ends");
            round.figures.add("throughput, tasks/s", tasks / (end.getLong("nanos") / 1e9));
            worker(round, end, tasks, redisMicros);
        }
    }

    private static void drainWarm(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        BenchWork work = new BenchWork(tasks);
        try (LocalNode node = round.node()) {
            BenchEnds ends = round.ends(node);
            round.load(node).batches(tasks, i -> 0);
            round.measure(tasks, () -> {
                node.node().scheduler().register(BenchTasks.TYPE, work);
                work.await();
                ends.await(tasks);
            });
        }
    }

    private static void life(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        BenchWork work = new BenchWork(tasks);
        try (LocalNode node = round.node(work)) {
            BenchEnds ends = round.ends(node);
            round.measure(tasks, () -> {
                round.load(node).batches(tasks, i -> 0);
                work.await();
                ends.await(tasks);
            });
        }
    }

    private static void lifeFresh(BenchRound round) throws IOException {
        int tasks = round.settings.tasks(TASKS);
        try (LocalNode node = round.node();
                BenchChild worker = round.child(JAVA_OPTIONS, tasks)) {
            double redisMicros = round.redis.cpuMicros();
            long cpuNanos = round.meter.cpuNanos();
            long firstMs = System.currentTimeMillis();
            round.load(node).batches(tasks, i -> 0);
            double submitMicros = (round.meter.cpuNanos() - cpuNanos) / 1e3;
            JsonObject end = worker.ask("ends");
            round.figures.add("throughput, tasks/s", tasks * 1e3 / Math.max(1, end.getLong("lastMs") - firstMs));
            round.figures.add("producer CPU, us/task", submitMicros / tasks);
            worker(round, end, tasks, redisMicros);
        }
    }

    private static void worker(BenchRound round, JsonObject end, int tasks, double redisMicros) {
        round.figures.add("worker CPU, us/task", end.getLong("cpuNanos") / 1e3 / tasks);
        round.figures.add("Redis CPU, us/task", (round.redis.cpuMicros() - redisMicros) / tasks);
        round.figures.add("worker RSS after it, MiB", end.getLong("resident") / 1024.0 / 1024);
    }
}
