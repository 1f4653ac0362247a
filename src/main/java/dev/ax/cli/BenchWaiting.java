package dev.ax.cli;

import dev.ax.cli.BenchScenario.Length;
import dev.ax.cli.BenchScenario.WarmUp;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** What tasks cost that wait. */
final class BenchWaiting {
    static final List<BenchScenario> ALL = List.of(
            new BenchScenario(
                    "memory",
                    Length.QUICK,
                    WarmUp.NONE,
                    "--tasks due in an hour: memory of Redis for each",
                    BenchWaiting::memory),
            new BenchScenario(
                    "heap",
                    Length.QUICK,
                    WarmUp.NONE,
                    "--tasks due within the wheel's span: heap of the node for each entry of the wheel",
                    BenchWaiting::heap),
            new BenchScenario(
                    "pending",
                    Length.LONG,
                    WarmUp.NONE,
                    "--pending 1000000 submitted over REST to a node process with -Xmx512m: its heap, its RSS",
                    BenchWaiting::pending),
            new BenchScenario(
                    "idle",
                    Length.LONG,
                    WarmUp.NONE,
                    "--pending 1000000 beyond the wheel's span: CPU of an idle node process and Redis over 30 s, from"
                            + " 30 s after its start on",
                    BenchWaiting::idle));

    private static final int TASKS = 100_000;
    private static final int PENDING = 1_000_000;
    private static final double MIB = 1024.0 * 1024;

    private static final Duration WATCHED = Duration.ofSeconds(30);

    /** A node that has just started compiles and looks around for so long; before, that is most of what it costs. */
    private static final Duration SETTLES = Duration.ofSeconds(30);

    /** For submission, with {@link #PROMOTED_OVER_MS} within the first half of the wheel's span, where it is open to all. */
    private static final long SOONEST_MS = 12_000;

    /** With {@link #PROMOTED_OVER_MS} within the wheel's span of 51.2 s at default settings. */
    private static final long LATEST_MS = 35_000;

    private static final long PROMOTED_OVER_MS = 10_000;

    /** Submissions in batches that most machines make in a millisecond. */
    private static final int SLOWEST_PER_MS = 20;

    /** A prime, so that the instants come in no order. */
    private static final long STRIDE = 7919;

    /** The promoter looks more often than this. */
    private static final long SETTLED_MS = 2_000;

    private BenchWaiting() {}

    private static void memory(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        long dueMs = BenchRound.inAnHour();
        try (LocalNode node = round.node()) {
            long before = round.redis.memory();
            round.load(node).batches(tasks, i -> dueMs);
            round.figures.add("Redis, B/pending task", (double) (round.redis.memory() - before) / tasks);
        }
    }

    private static void heap(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        try (LocalNode node = round.node()) {
            BenchEnds ends = round.ends(node);
            long before = round.meter.heap();
            long baseMs = System.currentTimeMillis() + Math.min(LATEST_MS, SOONEST_MS + tasks / SLOWEST_PER_MS);
            // Neighbours differ in their instant, since the wheel holds an instant that came twice in a row once.
            round.load(node).batches(tasks, i -> baseMs + i * STRIDE % PROMOTED_OVER_MS);
            double entries = settled(ends);
            if (System.currentTimeMillis() > baseMs) {
                throw new IllegalStateException("not all were promoted before they were due: fewer --tasks");
            }
            round.figures.add("wheel, entries/task", entries / tasks);
            round.figures.add("heap, B/promoted entry", (round.meter.heap() - before) / entries);
        }
    }

    /** Entries of the wheel once they grow no more. */
    private static double settled(BenchEnds node) {
        double before = -1;
        double now = node.wheel();
        while (now <= 0 || now > before) {
            BenchEnds.pause(SETTLED_MS);
            before = now;
            now = node.wheel();
        }
        return now;
    }

    private static void pending(BenchRound round) throws IOException {
        int tasks = round.settings.pending(PENDING);
        try (BenchChild node = round.child("-Xmx512m", 0)) {
            JsonObject before = node.ask("memory");
            long redisBefore = round.redis.memory();
            long nanos = System.nanoTime();
            new BenchNdjson(node.ready().getString("url"), round.settings).submit(tasks, BenchRound.inAnHour());
            round.figures.add("submitted, tasks/s", tasks / ((System.nanoTime() - nanos) / 1e9));
            JsonObject after = node.ask("memory");
            round.figures.add("heap used after GC, MiB", after.getLong("heap") / MIB);
            round.figures.add("heap more than empty, MiB", (after.getLong("heap") - before.getLong("heap")) / MIB);
            round.figures.add("node RSS, MiB", after.getLong("resident") / MIB);
            round.figures.add("Redis, B/pending task", (double) (round.redis.memory() - redisBefore) / tasks);
        }
    }

    private static void idle(BenchRound round) throws IOException {
        Duration watched = round.settings.span(WATCHED);
        round.fill(round.settings.pending(PENDING), BenchRound.inAnHour());
        try (BenchChild node = round.child("", 0)) {
            BenchEnds.pause(Math.min(SETTLES.toMillis(), watched.toMillis()));
            double redisMicros = round.redis.cpuMicros();
            long cpuNanos = node.ask("cpu").getLong("cpuNanos");
            long nanos = System.nanoTime();
            BenchEnds.pause(watched.toMillis());
            double nodeCores = (node.ask("cpu").getLong("cpuNanos") - cpuNanos) / (double) (System.nanoTime() - nanos);
            double redisCores = (round.redis.cpuMicros() - redisMicros) * 1e3 / (System.nanoTime() - nanos);
            round.figures.add("node CPU, % of a core", nodeCores * 100);
            round.figures.add("Redis CPU, % of a core", redisCores * 100);
            round.figures.add("both, % of a core", (nodeCores + redisCores) * 100);
        }
    }
}
