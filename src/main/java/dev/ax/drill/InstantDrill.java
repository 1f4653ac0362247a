package dev.ax.drill;

import dev.ax.process.SlowLog;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A million tasks are due at one instant, and an urgent one five seconds later. */
final class InstantDrill implements Drill {
    private static final String URGENT = "urgent";
    private static final Duration AFTER = Duration.ofSeconds(5);
    private static final int BATCH = 5_000;
    private static final double HEAP = 512 * 0.8;

    @Override
    public String about() {
        return "1,000,000 tasks due at one instant on three nodes, and an urgent one 5 s later";
    }

    @Override
    public Report run(String name, Scale scale) {
        int count = scale.rate(1_000_000, 50_000);
        Instant due = Instant.now().plusSeconds(20 + count / 15_000).truncatedTo(ChronoUnit.SECONDS);
        try (Arena arena = new Arena(Arena.Setup.of(3, Work.nothingAt(due), scale))) {
            arena.load().submit(count, BATCH);
            String url = arena.nodes().get(0).url();
            Peek.post(
                    url + "/v1/tasks",
                    new JsonObject()
                            .put("id", URGENT)
                            .put("type", "ax.noop")
                            .put("priority", 0)
                            .put("runAt", due.plus(AFTER).toString()));
            boolean inTime = Instant.now().isBefore(due);
            arena.store().watchCommands();
            double[] heap = {0};
            Pause.until(Duration.between(Instant.now(), due).plus(Duration.ofMinutes(3)), () -> {
                arena.nodes().forEach(node -> heap[0] = Math.max(heap[0], Peek.heapMiB(node.url())));
                Pause.of(Duration.ofMillis(500));
                return Instant.now().isAfter(due.plus(AFTER)) && arena.isDone();
            });
            SlowLog.Longest longest = arena.store().longestCommand();
            Verdict verdict = arena.judge(Duration.ofMinutes(2));
            Report report = new Report(name);
            verdict.report(report);
            double rate = verdict.throughput();
            return report.holds("all were submitted before they were due", "" + inTime, "true", inTime)
                    .goal("tasks a second", "%.0f".formatted(rate), ">= 15000", rate >= 15_000)
                    .atMost("an urgent task among them late by", Peek.lateness(url, URGENT), Duration.ofSeconds(2))
                    .goal(
                            "longest command of Redis",
                            "%.0f ms, %s".formatted(longest.millis(), longest.command()),
                            "<= 50 ms",
                            longest.millis() <= 50)
                    .goal(
                            "largest heap in use, garbage included, MiB",
                            "%.0f".formatted(heap[0]),
                            "<= %.0f".formatted(HEAP),
                            heap[0] <= HEAP)
                    .figure("starts by node", verdict.startsByNode());
        }
    }
}
