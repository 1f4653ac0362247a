package dev.ax.store;

import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.Outcome;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Each step of a task's road on a real Redis, and what repeats and faults do to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoadOfATaskTest {
    private StoreFixture ax;

    @BeforeAll
    void open() {
        ax = fixture();
    }

    StoreFixture fixture() {
        return new StoreFixture(TestConfigs.standalone(RedisServers.shared().url()));
    }

    @AfterAll
    void close() {
        ax.close();
    }

    private Task read(String id) {
        return await(ax.store.read(id));
    }

    private static List<TaskState> states(History history) {
        return history.items().stream().map(History.Line::to).toList();
    }

    private ClaimedTask claimOne(String type) {
        List<ClaimedTask> claimed = ax.claim(1, "type:" + type);
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    @Test
    void aDelayedTaskIsPendingThenReadyThenRunningThenSucceeded() {
        Submission made =
                ax.submit(ax.spec("road-1").type("road").delayMs(1).done()).get(0);
        assertThat(((Submission.Created) made).task().state()).isEqualTo(TaskState.PENDING);
        while (ax.fire() == 0) {
            Thread.onSpinWait();
        }
        Task ready = read("road-1");
        assertThat(ready.state()).isEqualTo(TaskState.READY);
        assertThat(ready.version()).isEqualTo(2);
        assertThat(ready.readyAtMs()).isGreaterThanOrEqualTo(ready.runAtMs());

        ClaimedTask claimed = claimOne("road");
        assertThat(claimed.spec().payload()).isEqualTo("{\"n\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(claimed.attempt()).isEqualTo(1);
        Task running = read("road-1");
        assertThat(running.state()).isEqualTo(TaskState.RUNNING);
        assertThat(running.node()).isEqualTo("node-1");
        assertThat(running.token()).isEqualTo(claimed.token());

        byte[] result = "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);
        assertThat(ax.complete(claimed, new Outcome.Succeeded(result, false))).isEqualTo(CompletionStatus.ACCEPTED);
        Task ended = read("road-1");
        assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(ended.result()).isEqualTo(result);
        assertThat(ended.version()).isEqualTo(4);
        History history = await(ax.store.history("road-1"));
        assertThat(states(history))
                .containsExactly(TaskState.PENDING, TaskState.READY, TaskState.RUNNING, TaskState.SUCCEEDED);
        assertThat(history.items().get(3).outcome()).isEqualTo(AttemptStatus.SUCCEEDED);
        assertThat(history.items().get(3).node()).isEqualTo("node-1");
        assertThat(history.items()).extracting(History.Line::atMs).isSorted();
    }

    @Test
    void aTaskIsNeverFiredBeforeItsDueInstant() {
        ax.submit(ax.spec("early").type("early").delayMs(60_000).done());
        assertThat(ax.fire()).isZero();
        assertThat(read("early").state()).isEqualTo(TaskState.PENDING);
        await(ax.store.cancel("early", new Actor("api", null)));
    }

    @Test
    void anImmediateTaskIsReadyAtOnce() {
        Submission made = ax.submit(ax.spec("now").type("now").done()).get(0);
        assertThat(((Submission.Created) made).task().state()).isEqualTo(TaskState.READY);
        assertThat(read("now").state()).isEqualTo(TaskState.READY);
        ax.complete(claimOne("now"), Outcome.Succeeded.WITHOUT_RESULT);
        assertThat(states(await(ax.store.history("now"))))
                .containsExactly(TaskState.READY, TaskState.RUNNING, TaskState.SUCCEEDED);
    }

    @Test
    void tokensKeepAllTheirDigits() {
        ax.submit(ax.spec("digits").type("digits").done());
        ClaimedTask claimed = claimOne("digits");
        assertThat(claimed.token()).isGreaterThan(1_000_000_000_000_000L);
        assertThat(read("digits").token()).isEqualTo(claimed.token());
        Completion other = ax.completion(
                new ClaimedTask(
                        claimed.spec(),
                        claimed.priority(),
                        claimed.attempt(),
                        claimed.retry(),
                        claimed.lost(),
                        claimed.replays(),
                        claimed.token() + 1,
                        claimed.dueMs(),
                        claimed.readyAtMs(),
                        claimed.claimedAtMs(),
                        claimed.leaseUntilMs()),
                Outcome.Succeeded.WITHOUT_RESULT);
        assertThat(await(ax.store.complete(List.of(other)))).containsExactly(CompletionStatus.REFUSED);
        assertThat(ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.ACCEPTED);
    }

    @Test
    void failuresAreRetriedThenDeadThenReplayed() {
        RetryPolicy twice = new RetryPolicy(1, Duration.ZERO, 1, Duration.ZERO, 0, 5);
        ax.submit(ax.spec("fails").type("fails").retry(twice).done());
        ClaimedTask first = claimOne("fails");
        ax.complete(first, Outcome.Failed.retryable("boom 1"));
        assertThat(read("fails").retry()).isEqualTo(1);
        assertThat(read("fails").lastError()).isEqualTo("boom 1");
        ax.fire();
        ClaimedTask second = claimOne("fails");
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(second.retry()).isEqualTo(1);
        ax.complete(second, Outcome.Failed.retryable("boom 2"));
        Task dead = read("fails");
        assertThat(dead.state()).isEqualTo(TaskState.FAILED);
        assertThat(dead.lastError()).isEqualTo("boom 2");
        while (ax.nowMs() <= dead.endedAtMs()) {
            Thread.onSpinWait(); // the millisecond it ended in is told once it is over
        }
        assertThat(await(ax.store.upkeep().deadLettersSinceMark(group("fails"), 1000)))
                .filteredOn(letter -> letter.id().equals("fails"))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.error()).isEqualTo("boom 2");
                    assertThat(letter.attempts()).isEqualTo(2);
                    assertThat(letter.node()).isEqualTo("node-1");
                });

        ActionResult replayed = await(ax.store.replay("fails", new Actor("api", "again")));
        assertThat(((ActionResult.Done) replayed).task().state()).isEqualTo(TaskState.PENDING);
        ax.fire();
        ClaimedTask third = claimOne("fails");
        assertThat(third.attempt()).isEqualTo(3);
        assertThat(third.retry()).isZero();
        assertThat(third.replays()).isEqualTo(1);
        ax.complete(third, Outcome.Succeeded.WITHOUT_RESULT);
        assertThat(await(ax.store.history("fails")).items())
                .filteredOn(line -> "again".equals(line.reason()))
                .hasSize(1);
    }

    private int group(String id) {
        return ax.store.groupOf(ax.store.partitionOf(id));
    }

    @Test
    void aRepeatedEndIsAnsweredAsBeforeAndAnyOtherIsRefused() {
        ax.submit(ax.spec("repeat").type("repeat").done());
        ClaimedTask first = claimOne("repeat");
        ax.complete(first, Outcome.Failed.retryable("no"));
        assertThat(ax.complete(first, Outcome.Failed.retryable("no"))).isEqualTo(CompletionStatus.REPEATED);
        ax.fire();
        ClaimedTask second = claimOne("repeat");
        assertThat(ax.complete(first, Outcome.Failed.retryable("no"))).isEqualTo(CompletionStatus.REPEATED);
        assertThat(ax.complete(first, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.REFUSED);
        assertThat(ax.complete(second, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.ACCEPTED);
        assertThat(ax.complete(second, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.REPEATED);
        assertThat(ax.complete(second, Outcome.Failed.retryable("late"))).isEqualTo(CompletionStatus.REFUSED);
    }

    @Test
    void theSameIdIsTheSameTaskOrAConflict() {
        ax.submit(ax.spec("same").type("same").delayMs(60_000).done());
        assertThat(ax.submit(ax.spec("same").type("same").done()).get(0)).isInstanceOf(Submission.Existing.class);
        assertThat(ax.submit(ax.spec("same").fingerprint(8).done()).get(0)).isInstanceOf(Submission.Conflict.class);
        List<Submission> twins = ax.submit(
                ax.spec("twin").type("same").delayMs(60_000).done(),
                ax.spec("twin").type("same").delayMs(60_000).done(),
                ax.spec("twin").fingerprint(9).done());
        assertThat(twins.get(0)).isInstanceOf(Submission.Created.class);
        assertThat(twins.get(1)).isInstanceOf(Submission.Existing.class);
        assertThat(twins.get(2)).isInstanceOf(Submission.Conflict.class);
    }

    @Test
    void aClaimSentAgainYieldsTheSameTasks() {
        ax.submit(
                ax.spec("again-1").type("again").done(),
                ax.spec("again-2").type("again").done());
        for (int group = 0; group < ax.store.groups(); group++) {
            Claim claim = ax.claimOf(group, 10, "type:again");
            List<ClaimedTask> first = await(ax.store.claim(claim));
            List<ClaimedTask> second = await(ax.store.claim(claim));
            assertThat(second)
                    .extracting(ClaimedTask::token)
                    .isEqualTo(first.stream().map(ClaimedTask::token).toList());
            assertThat(second)
                    .extracting(ClaimedTask::id)
                    .isEqualTo(first.stream().map(ClaimedTask::id).toList());
            first.forEach(task -> ax.complete(task, Outcome.Succeeded.WITHOUT_RESULT));
            assertThat(await(ax.store.claim(claim))).isEmpty();
        }
    }

    @Test
    void urgentGoesFirstAndInsideAPriorityTheOrderOfReadiness() {
        List<String> expected = new ArrayList<>();
        for (int priority : new int[] {4, 0, 2, 3, 1}) {
            ax.submit(
                    ax.spec("p" + priority + "-a")
                            .type("prio")
                            .priority(priority)
                            .done(),
                    ax.spec("p" + priority + "-b")
                            .type("prio")
                            .priority(priority)
                            .done());
        }
        for (int priority = 0; priority <= 4; priority++) {
            expected.add("p" + priority);
            expected.add("p" + priority);
        }
        List<String> order = ax.claim(10, "type:prio").stream()
                .map(task -> task.id().substring(0, 2))
                .toList();
        if (ax.store.groups() == 1) {
            assertThat(order).isEqualTo(expected);
        } else {
            assertThat(order).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void queuesShareByTurns() {
        for (int i = 0; i < 40; i++) {
            ax.submit(ax.spec("big-" + i).type("fair").queue("big").done());
        }
        for (int i = 0; i < 4; i++) {
            ax.submit(ax.spec("small-" + i).type("fair").queue("small").done());
        }
        List<ClaimedTask> claimed = ax.claim(8, "type:fair");
        long small =
                claimed.stream().filter(t -> t.spec().queue().equals("small")).count();
        assertThat(small).isEqualTo(4);
    }

    @Test
    void cancelledBeforeItRanNeverStarts() {
        ax.submit(
                ax.spec("c-pending").type("cancel").delayMs(60_000).done(),
                ax.spec("c-ready").type("cancel").done());
        for (String id : List.of("c-pending", "c-ready")) {
            ActionResult done = await(ax.store.cancel(id, new Actor("api", "changed my mind")));
            assertThat(((ActionResult.Done) done).task().state()).isEqualTo(TaskState.CANCELED);
            assertThat(await(ax.store.cancel(id, new Actor("api", null)))).isInstanceOf(ActionResult.Forbidden.class);
        }
        assertThat(ax.claim(10, "type:cancel")).isEmpty();
        assertThat(await(ax.store.cancel("nobody", new Actor("api", null)))).isInstanceOf(ActionResult.NotFound.class);
    }

    @Test
    void cancelledWhileRunningCommitsNothing() {
        ax.submit(
                ax.spec("c-running").type("cancel-r").done(),
                ax.spec("c-stubborn").type("cancel-r").uninterruptible().done());
        List<ClaimedTask> claimed = ax.claim(2, "type:cancel-r");
        ActionResult done = await(ax.store.cancel("c-running", new Actor("api", null)));
        assertThat(((ActionResult.Done) done).from()).isEqualTo(TaskState.RUNNING);
        assertThat(await(ax.store.cancel("c-stubborn", new Actor("api", null))))
                .isInstanceOf(ActionResult.Forbidden.class);
        for (ClaimedTask task : claimed) {
            boolean stubborn = task.id().equals("c-stubborn");
            assertThat(await(ax.store.holds(List.of(task.holding())))).containsExactly(stubborn);
            assertThat(ax.complete(task, Outcome.Succeeded.WITHOUT_RESULT))
                    .isEqualTo(stubborn ? CompletionStatus.ACCEPTED : CompletionStatus.REFUSED);
            if (!stubborn) {
                await(ax.store.settleStart(task.holding(), 0));
                assertThat(read("c-running").startedAtMs()).isZero();
            }
        }
    }

    @Test
    void runNowSkipsTheDelay() {
        ax.submit(ax.spec("hurry").type("hurry").delayMs(3_600_000).done());
        ActionResult done = await(ax.store.runNow("hurry", new Actor("api", "customer waits")));
        assertThat(((ActionResult.Done) done).task().state()).isEqualTo(TaskState.READY);
        assertThat(await(ax.store.runNow("hurry", new Actor("api", null)))).isInstanceOf(ActionResult.Forbidden.class);
        ClaimedTask claimed = claimOne("hurry");
        assertThat(claimed.id()).isEqualTo("hurry");
        ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT);
    }

    @Test
    void whatOutlivedItsExpiryIsNeverRun() {
        ax.submit(
                ax.spec("stale-1")
                        .type("stale")
                        .delayMs(-10_000)
                        .expireAfter(Duration.ofSeconds(1))
                        .done(),
                ax.spec("fresh-1")
                        .type("stale")
                        .expireAfter(Duration.ofHours(1))
                        .done());
        assertThat(ax.claim(10, "type:stale")).extracting(ClaimedTask::id).containsExactly("fresh-1");
        assertThat(read("stale-1").state()).isEqualTo(TaskState.EXPIRED);

        ax.submit(ax.spec("stale-2")
                .type("nobody")
                .delayMs(-10_000)
                .expireAfter(Duration.ofSeconds(1))
                .done());
        assertThat(await(ax.store.upkeep().expire(group("stale-2"), 100))).isEqualTo(1);
        assertThat(read("stale-2").state()).isEqualTo(TaskState.EXPIRED);
        assertThat(await(ax.store.replay("stale-2", new Actor("api", null)))).isInstanceOf(ActionResult.Done.class);
        assertThat(await(ax.store.upkeep().expire(group("stale-2"), 100))).isZero();
    }

    @Test
    void aDetachedAttemptBelongsToNoNodeAndEndsByReport() {
        ax.submit(ax.spec("async")
                .type("async")
                .target(new Target.Http("http://a.example", "POST", Map.of()))
                .done());
        ClaimedTask claimed = ax.claim(1, "http").get(0);
        assertThat(await(ax.store.detach(claimed.holding(), 0, Duration.ofSeconds(60), Duration.ofSeconds(5))))
                .isTrue();
        assertThat(await(ax.store.heartbeat(claimed.holding(), new dev.ax.task.Progress(0.5, "half", null))))
                .isTrue();
        assertThat(read("async").progress().ratio()).isEqualTo(0.5);
        assertThat(ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.ACCEPTED);
        assertThat(await(ax.store.detach(claimed.holding(), 0, Duration.ofSeconds(60), null)))
                .isFalse();
        assertThat(await(ax.store.heartbeat(claimed.holding(), null))).isFalse();
    }

    @Test
    void renewalTellsWhichLeasesAreLostAndWhoIsReplaced() {
        ax.submit(ax.spec("renew-1").type("renew").done());
        ClaimedTask claimed = claimOne("renew");
        Holding stale = new Holding("renew-1", claimed.token() - 1);
        Renewal renewal = await(ax.store.renew(ax.node, StoreFixture.LEASE, List.of(claimed.holding(), stale)));
        assertThat(renewal.replaced()).isFalse();
        assertThat(renewal.lost()).containsExactly(stale);
        ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT);
    }

    @Test
    void aYoungerNodeUnderTheSameIdTakesOverAtOnce() {
        try (StoreFixture other = fixture()) {
            other.submit(other.spec("former").type("former").done());
            ClaimedTask held = other.claim(1, "type:former").get(0);
            NodeIdentity younger = other.join("node-1").node();
            assertThat(younger.number()).isEqualTo(other.node.number());
            assertThat(younger.incarnation()).isGreaterThan(other.node.incarnation());
            assertThat(await(other.store.renew(other.node, StoreFixture.LEASE, List.of(held.holding())))
                            .replaced())
                    .isTrue();
            int group = other.store.groupOf(other.store.partitionOf("former"));
            List<StoreUpkeep.EndedLease> ended =
                    await(other.store.upkeep().endedLeases(group, younger, List.of(0), 100));
            assertThat(ended).hasSize(1);
            assertThat(ended.get(0).node()).isEqualTo("node-1");
            Completion lost = other.completion(ended.get(0).task(), new Outcome.Lost("node-1"));
            assertThat(await(other.store.upkeep().reap(group, younger, List.of(lost))))
                    .containsExactly(CompletionStatus.ACCEPTED);
            assertThat(other.complete(held, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.REFUSED);
            Task task = await(other.store.read("former"));
            assertThat(task.state()).isEqualTo(TaskState.PENDING);
            assertThat(task.lost()).isEqualTo(1);
            assertThat(task.retry()).isZero();
        }
    }

    @Test
    void labelsAndStatesAreListedByPagesWithoutRepeats() {
        for (int i = 0; i < 25; i++) {
            ax.submit(ax.spec("list-" + i)
                    .type("list")
                    .queue("listed")
                    .label("name", "订单关闭😀")
                    .delayMs(3_600_000 + i / 5)
                    .done());
        }
        for (TaskQuery query : List.of(
                new TaskQuery(null, null, null, "name", "订单关闭😀", 10, null),
                new TaskQuery(TaskState.PENDING, "list", null, null, null, 10, null),
                new TaskQuery(null, null, "listed", null, null, 10, null))) {
            List<String> walked = new ArrayList<>();
            String cursor = null;
            do {
                TaskPage page = await(ax.store.list(new TaskQuery(
                        query.state(), query.type(), query.queue(), query.labelKey(), query.labelValue(), 10, cursor)));
                page.items().forEach(task -> walked.add(task.id()));
                cursor = page.nextCursor();
            } while (cursor != null);
            assertThat(walked).hasSize(25).doesNotHaveDuplicates();
            assertThat(walked.get(0)).isIn("list-20", "list-21", "list-22", "list-23", "list-24");
        }
        IntStream.range(0, 25).forEach(i -> await(ax.store.cancel("list-" + i, new Actor("api", null))));
    }

    /** Its order is that of bytes, whatever the locale of the server's environment makes of them. */
    @Test
    void aWalkOverTasksDueAtOneInstantMeetsEachOnce() {
        List<String> ids = IntStream.range(0, 60)
                .mapToObj(i -> ((i & 1) == 0 ? "a" : "B") + (i % 3 == 0 ? "-" : "_") + Integer.toString(i * 7, 36))
                .toList();
        long dueMs = ax.nowMs() + 7_200_000;
        ax.submit(ids.stream()
                .map(id -> ax.spec(id).type("at-once").dueMs(dueMs).done())
                .toArray(TaskSpec[]::new));

        List<String> walked = new ArrayList<>();
        String cursor = null;
        do {
            TaskPage page =
                    await(ax.store.list(new TaskQuery(TaskState.PENDING, "at-once", null, null, null, 7, cursor)));
            page.items().forEach(task -> walked.add(task.id()));
            cursor = page.nextCursor();
        } while (cursor != null && walked.size() <= ids.size());

        assertThat(walked).containsExactlyInAnyOrderElementsOf(ids);
        ids.forEach(id -> await(ax.store.cancel(id, new Actor("api", null))));
    }

    @Test
    void readyTasksAreListedInTheOrderOfService() {
        ax.submit(
                ax.spec("r-low")
                        .type("nobody-lists")
                        .queue("ready-list")
                        .priority(4)
                        .done(),
                ax.spec("r-high")
                        .type("nobody-lists")
                        .queue("ready-list")
                        .priority(0)
                        .done());
        TaskPage page = await(ax.store.list(new TaskQuery(TaskState.READY, null, "ready-list", null, null, 10, null)));
        assertThat(page.items()).extracting(Task::id).containsExactly("r-high", "r-low");
    }

    /** F124: a backlog of the rest, due before it, is not before an urgent one; not in its partition, nor in another. */
    @Test
    void anUrgentTaskIsFiredBeforeABacklog() {
        long due = ax.nowMs();
        List<TaskSpec> backlog = IntStream.range(0, 400)
                .mapToObj(i -> ax.spec("backlog-" + i)
                        .type("backlog")
                        .createdMs(due - 5_001)
                        .dueMs(due - 5_000)
                        .done())
                .toList();
        await(ax.store.submit(backlog));
        ax.submit(ax.spec("urgent")
                .type("backlog")
                .priority(0)
                .createdMs(due - 5_001)
                .dueMs(due)
                .done());
        int group = ax.store.groupOf(ax.store.partitionOf("urgent"));
        List<Integer> own = IntStream.range(0, ax.store.partitions())
                .filter(partition -> ax.store.groupOf(partition) == group)
                .boxed()
                .toList();

        await(ax.store.fire(own, 5));

        assertThat(await(ax.store.claim(ax.claimOf(group, 1, "type:backlog"))))
                .extracting(ClaimedTask::id)
                .containsExactly("urgent");
        ax.fire();
        assertThat(ax.claim(1_000, "type:backlog")).hasSize(400);
    }

    @Test
    void whatLiesAheadIsToldOfBothHalvesInOrder() {
        long now = ax.nowMs();
        String id = "ahead";
        int partition = ax.store.partitionOf(id);
        List<String> ids = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> id + i)
                .filter(other -> ax.store.partitionOf(other) == partition)
                .limit(30)
                .toList();
        long[] expected = new long[15];
        for (int i = 0; i < 30; i++) {
            // two at each instant, one urgent, but for every fifth, which are both of the rest
            long due = now + 100_000 + i / 2 * 10L;
            expected[i / 2] = due;
            ax.submit(ax.spec(ids.get(i))
                    .priority(i % 2 == 0 && i % 5 != 0 ? 1 : 3)
                    .dueMs(due)
                    .done());
        }

        Upcoming all = await(ax.store.upcoming(partition, now, now + 200_000, 100));
        assertThat(all.dueMs()).containsExactly(expected);
        assertThat(all.complete()).isTrue();

        long after = now;
        List<Long> found = new ArrayList<>();
        Upcoming part;
        do {
            part = await(ax.store.upcoming(partition, after, now + 200_000, 4));
            for (long due : part.dueMs()) {
                found.add(due);
                after = due;
            }
        } while (!part.complete());
        assertThat(found).containsExactly(Arrays.stream(expected).boxed().toArray(Long[]::new));
    }

    /** F109, in small. */
    @Test
    void retentionForgetsTasksWithAllThatBelongsToThem() {
        try (StoreFixture other = fixture()) {
            other.submit(other.spec("gone").type("gone").label("a", "b").done());
            other.complete(
                    other.claim(1, "type:gone").get(0),
                    new Outcome.Succeeded("1".getBytes(StandardCharsets.UTF_8), false));
            int group = other.store.groupOf(other.store.partitionOf("gone"));
            StoreUpkeep.Retention none =
                    new StoreUpkeep.Retention(Duration.ofSeconds(-1), Duration.ZERO, Duration.ZERO, Duration.ZERO);
            assertThat(await(other.store.upkeep().purge(group, none, 100))).isEqualTo(1);
            assertThat(await(other.store.read("gone"))).isNull();
            assertThat(await(other.store.list(new TaskQuery(null, null, null, "a", "b", 10, null)))
                            .items())
                    .isEmpty();
        }
    }

    @Test
    void aLongHistoryIsCutInTheMiddleAndItsOldErrorsShortened() {
        RetryPolicy often = new RetryPolicy(1000, Duration.ZERO, 1, Duration.ZERO, 0, 5);
        ax.submit(ax.spec("long").type("long").retry(often).done());
        String error = "失".repeat(1300);
        for (int i = 0; i < 60; i++) {
            ax.complete(claimOne("long"), Outcome.Failed.retryable(error));
            ax.fire();
        }
        History history = await(ax.store.history("long"));
        assertThat(history.items()).hasSizeLessThanOrEqualTo(111);
        assertThat(history.omitted()).isPositive();
        List<History.Line> failures = history.items().stream()
                .filter(line -> line.outcome() == AttemptStatus.FAILED)
                .toList();
        assertThat(failures.get(failures.size() - 1).error()).isEqualTo(error);
        assertThat(failures.get(0).error()).isEqualTo("失".repeat(200));
        Set<Integer> attempts = failures.stream().map(History.Line::attempt).collect(Collectors.toSet());
        assertThat(attempts).contains(1, 60);
        await(ax.store.cancel("long", new Actor("api", null)));
    }

    @Test
    void unservedTypesAreNoticedUntilTheyAreAnnounced() {
        ax.submit(ax.spec("lonely").type("lonely-type").delayMs(-1).done());
        int group = group("lonely");
        assertThat(await(ax.store.upkeep().unservedTypes(group, Duration.ofSeconds(-1))))
                .containsKey("lonely-type");
        await(ax.store.upkeep().announceTypes(group, Set.of("lonely-type")));
        assertThat(await(ax.store.upkeep().unservedTypes(group, Duration.ofHours(1))))
                .doesNotContainKey("lonely-type");
    }

    @Test
    void forgettingADeadLetterErasesIt() {
        RetryPolicy never = new RetryPolicy(0, Duration.ZERO, 1, Duration.ZERO, 0, 5);
        ax.submit(ax.spec("forget").type("forget").retry(never).done());
        assertThat(await(ax.store.forget("forget"))).isInstanceOf(ActionResult.Forbidden.class);
        ax.complete(claimOne("forget"), Outcome.Failed.permanent("no"));
        assertThat(await(ax.store.forget("forget"))).isInstanceOf(ActionResult.Done.class);
        assertThat(await(ax.store.forget("forget"))).isInstanceOf(ActionResult.NotFound.class);
        assertThat(read("forget")).isNull();
    }

    @Test
    void upcomingTellsDistinctInstantsOfTheRange() {
        long nowMs = ax.nowMs();
        ax.submit(
                ax.spec("up").type("up").delayMs(30_000).done(),
                ax.spec("up~x").type("up").delayMs(30_000).done());
        Upcoming upcoming = await(ax.store.upcoming(ax.store.partitionOf("up"), nowMs, nowMs + 40_000, 1000));
        assertThat(upcoming.complete()).isTrue();
        assertThat(upcoming.dueMs()).hasSizeGreaterThanOrEqualTo(1).doesNotHaveDuplicates();
        assertThat(await(ax.store.counts()).pending()).isGreaterThanOrEqualTo(2);
    }
}
