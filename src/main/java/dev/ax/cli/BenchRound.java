package dev.ax.cli;

import dev.ax.config.ConfigLoader;
import dev.ax.process.AxCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a scenario has at hand in one round. For one thread. */
final class BenchRound {
    final BenchSettings settings;
    final BenchRedis redis;
    final BenchFigures figures;
    final BenchMeter meter = new BenchMeter();

    BenchRound(BenchSettings settings, BenchRedis redis, BenchFigures figures) {
        this.settings = settings;
        this.redis = redis;
        this.figures = figures;
    }

    /** Beyond the span of the wheel. */
    static long inAnHour() {
        return System.currentTimeMillis() + Duration.ofHours(1).toMillis();
    }

    /** A node in this process, without a handler. */
    LocalNode node() {
        return node(Map.of());
    }

    /** As {@link #node()}, with settings that are not the default. */
    LocalNode node(Map<String, String> more) {
        return LocalNode.start(
                ConfigLoader.ofProcess().overrides("bench", redis.config()).overrides("bench", more));
    }

    /** A node in this process that runs the tasks. */
    LocalNode node(BenchWork work) {
        LocalNode node = node();
        node.node().scheduler().register(BenchTasks.TYPE, work);
        return node;
    }

    BenchLoad load(LocalNode node) {
        return new BenchLoad(node, settings);
    }

    BenchEnds ends(LocalNode node) {
        return new BenchEnds(node.node().metrics());
    }

    /** A node that is a process of its own; it runs as many tasks, or has no handler where that is 0. */
    BenchChild child(String javaOptions, int tasks) throws IOException {
        return BenchChild.start(
                AxCommand.options(redis.config(), settings.javaOptions(javaOptions)),
                List.of("node", "--expect", Integer.toString(tasks)));
    }

    /** Puts in tasks that wait, by a node that is gone again afterwards. */
    void fill(int tasks, long dueMs) {
        try (LocalNode node = node()) {
            load(node).batches(tasks, i -> dueMs);
        }
    }

    /** A stretch of work on some tasks: its time, and the CPU of this process and of Redis. */
    void measure(int tasks, Runnable stretch) {
        measure("", tasks, stretch);
    }

    /** As {@link #measure(int, Runnable)}, with something before the names of the figures. */
    void measure(String prefix, int tasks, Runnable stretch) {
        double redisMicros = redis.cpuMicros();
        long cpuNanos = meter.cpuNanos();
        long nanos = System.nanoTime();
        stretch.run();
        double seconds = (System.nanoTime() - nanos) / 1e9;
        figures.add(prefix + "throughput, tasks/s", tasks / seconds);
        figures.add(prefix + "node CPU, us/task", (meter.cpuNanos() - cpuNanos) / 1e3 / tasks);
        figures.add(prefix + "Redis CPU, us/task", (redis.cpuMicros() - redisMicros) / tasks);
    }
}
