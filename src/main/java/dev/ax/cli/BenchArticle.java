package dev.ax.cli;

import dev.ax.cli.BenchScenario.Length;
import dev.ax.cli.BenchScenario.WarmUp;
import java.util.List;
import java.util.Map;

/**
 * A published load test of another scheduler, on this one: half a million tasks of 100 ms to 2 s, ten producers, sixteen
 * workers of 72 slots each. What can be reached is set by the slots, so the figure is how much of that was.
 */
final class BenchArticle {
    static final List<BenchScenario> ALL = List.of(new BenchScenario(
            "article",
            Length.LONG,
            WarmUp.NONE,
            "--tasks 500000 of 100 ms to 2 s from 10 producers on 16 x 72 slots (times --slots-factor): 8 minutes",
            BenchArticle::run));

    private static final int TASKS = 500_000;
    private static final int SLOTS = 16 * 72;
    private static final int PRODUCERS = 10;

    private BenchArticle() {}

    private static void run(BenchRound round) {
        int tasks = round.settings.tasks(TASKS);
        int slots = SLOTS * round.settings.slotsFactor();
        BenchSleeper work = new BenchSleeper(tasks);
        try (LocalNode node = round.node(Map.of("worker.slots", Integer.toString(slots)))) {
            BenchEnds ends = round.ends(node);
            node.node().scheduler().register(BenchTasks.TYPE, work);
            round.load(node).oneByOne(tasks, PRODUCERS, 0);
            work.await();
            BenchEnds.awaitUnlessStuck(tasks, ends::succeeded);
            BenchSleeper.Account account = work.account();
            round.figures.add("slots", slots);
            round.figures.add("throughput, tasks/s", account.perSecond());
            round.figures.add("of the limit by the slots, %", 100 * account.busySeconds() / slots / account.seconds());
            round.figures.add(
                    "same until the last start, %",
                    100 * account.busySecondsUntilLastStart() / slots / account.secondsUntilLastStart());
            round.figures.add("failed, attempts", ends.others());
            round.figures.add("lost, tasks", tasks - account.ran());
            round.figures.add("doubled, tasks", account.twice());
            round.figures.add("not stored as SUCCEEDED, tasks", tasks - ends.succeeded());
        }
    }
}
