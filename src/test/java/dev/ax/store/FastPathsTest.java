package dev.ax.store;

import static dev.ax.store.StoreFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.AttemptStatus;
import dev.ax.task.Outcome;
import dev.ax.task.RetryPolicy;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.task.Verdict;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestConfigs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * First claims and plain ends are written byte by byte; the general code writes all others. Twins go the same road in the
 * same calls, one of them by the general code: the one by its expiry, which is far off, at the claim, and by a note at the
 * end. Their records must be the same to the byte, save for the mark of that note.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FastPathsTest {
    private static final int LINE_SIZE = 22;
    private static final int MARKS = 7;
    private static final int HAS_NOTE = 16;
    private static final int MOST_LINES = 109;

    private static final String HEX = "local v = redis.call('HGET', KEYS[1], ARGV[1]) or '' "
            + "return (v:gsub('.', function(c) return string.format('%02x', c:byte()) end))";

    private static final String COPY =
            "return redis.call('HSET', KEYS[1], ARGV[2], redis.call('HGET', KEYS[1], ARGV[1]))";

    private final RedisServer redis = RedisServers.shared();
    private StoreFixture ax;
    private String key;

    @BeforeAll
    void open() {
        ax = new StoreFixture(TestConfigs.standalone(redis.url()));
        key = "{" + ax.config.name() + ":0}:";
    }

    @AfterAll
    void close() {
        ax.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void bothWriteTheSame(int seed) {
        Twins twins = new Twins("seed-" + seed, new Random(seed));
        twins.submit();
        twins.claim();
        twins.goRound(twins.random.nextInt(3), twins.random.nextInt(4));
        twins.end();
    }

    /** Around the number of lines from which the middle ones are dropped, over every remainder. */
    @Test
    void bothWriteTheSameWhereTheHistoryIsFull() {
        for (int replays = 0; replays < 3; replays++) {
            for (int releases = 32; releases < 38; releases++) {
                Twins twins = new Twins("full-" + replays + "-" + releases, new Random(replays));
                twins.submit();
                twins.claim();
                twins.goRound(replays, releases);
                twins.end();
                assertThat(twins.record(twins.fast).lines()).hasSizeLessThanOrEqualTo(MOST_LINES);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("priorities")
    void aFirstClaimKeepsWhatTheSpecSays(int priority) {
        ax.submit(
                ax.spec("ready-" + priority).type("kept").priority(priority).done(),
                ax.spec("fired-" + priority)
                        .type("kept")
                        .priority(priority)
                        .delayMs(1)
                        .label("k", "v")
                        .done());
        fire(1);
        for (ClaimedTask claimed : ax.claim(2, "type:kept")) {
            TaskSpec spec = claimed.spec();
            boolean fired = spec.id().startsWith("fired");
            StateRecord record = StateRecord.decode(packed(spec.id()));
            assertThat(record.state()).isEqualTo(TaskState.RUNNING);
            assertThat(record.member()).isEqualTo(priority);
            assertThat(record.dueMs()).isEqualTo(spec.runAtMs());
            assertThat(record.version()).isEqualTo(fired ? 3 : 2);
            assertThat(record.attempt()).isEqualTo(1);
            assertThat(record.retry() + record.lost() + record.replays() + record.omitted())
                    .isZero();
            assertThat(record.token()).isEqualTo(claimed.token());
            assertThat(record.node()).isEqualTo(ax.node.number());
            assertThat(record.readyAtMs()).isEqualTo(spec.runAtMs());
            assertThat(record.startedAtMs()).isEqualTo(claimed.claimedAtMs());
            assertThat(record.endedAtMs() + record.deadlineMs()).isZero();
            StateRecord.Line start =
                    new StateRecord.Line(record.startedAtMs(), 2, 3, 0, false, 1, ax.node.number(), 0, claimed.token());
            StateRecord.Line ready = new StateRecord.Line(spec.runAtMs(), 1, 2, 0, false, 0, 0, 0, 0);
            assertThat(record.lines()).isEqualTo(fired ? List.of(ready, start) : List.of(start));
            assertThat(ax.complete(claimed, Outcome.Succeeded.WITHOUT_RESULT)).isEqualTo(CompletionStatus.ACCEPTED);
        }
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 60);
    }

    static IntStream priorities() {
        return IntStream.rangeClosed(0, 4);
    }

    private void fire(int count) {
        for (int fired = 0; fired < count; ) {
            fired += ax.fire();
        }
    }

    private byte[] packed(String id) {
        return HexFormat.of().parseHex((String) redis.command("EVAL", HEX, "1", key + "state", id));
    }

    private final class Twins {
        private final String fast;
        private final String general;
        private final String type;
        private final Random random;
        private List<ClaimedTask> claimed = List.of();

        private Twins(String name, Random random) {
            this.fast = name + "-fast";
            this.general = name + "-general";
            this.type = name;
            this.random = random;
        }

        private void submit() {
            int priority = random.nextInt(5);
            int delayMs = random.nextInt(3);
            boolean labelled = random.nextBoolean();
            boolean stubborn = random.nextBoolean();
            long createdAtMs = ax.nowMs();
            List<TaskSpec> specs = List.of(fast, general).stream()
                    .map(id -> {
                        StoreFixture.Spec spec = ax.spec(id)
                                .createdMs(createdAtMs)
                                .type(type)
                                .priority(priority)
                                .retry(new RetryPolicy(100, Duration.ZERO, 1, Duration.ZERO, 0, 5))
                                .delayMs(delayMs);
                        if (labelled) {
                            spec.label("twin", "yes");
                        }
                        if (stubborn) {
                            spec.uninterruptible();
                        }
                        return id.equals(general)
                                ? spec.expireAfter(Duration.ofHours(1)).done()
                                : spec.done();
                    })
                    .toList();
            await(ax.store.submit(specs));
            if (delayMs > 0) {
                fire(2);
            }
        }

        private void claim() {
            claimed = ax.claim(2, "type:" + type).stream()
                    .sorted(Comparator.comparing(ClaimedTask::id))
                    .toList();
            assertThat(claimed).extracting(ClaimedTask::id).containsExactly(fast, general);
            assertThat(packed(fast)).isEqualTo(packed(general));
            assertThat(score("running", fast)).isEqualTo(score("running", general));
        }

        /** Ends by the general code, so that both have some history. */
        private void goRound(int replays, int releases) {
            for (int i = 0; i < replays; i++) {
                complete(new Verdict(AttemptStatus.FAILED, TaskState.FAILED, 0, 1, 0, "no"), "boom");
                List.of(fast, general).forEach(id -> await(ax.store.replay(id, new Actor("api", null))));
                fire(2);
                claimed = ax.claim(2, "type:" + type).stream()
                        .sorted(Comparator.comparing(ClaimedTask::id))
                        .toList();
            }
            for (int i = 0; i < releases; i++) {
                boolean retried = random.nextBoolean();
                AttemptStatus status = retried ? AttemptStatus.FAILED : AttemptStatus.RELEASED;
                int retry = claimed.get(0).retry() + (retried ? 1 : 0);
                complete(new Verdict(status, TaskState.PENDING, 0, retry, 0, "again"), null);
                fire(2);
                claimed = ax.claim(2, "type:" + type).stream()
                        .sorted(Comparator.comparing(ClaimedTask::id))
                        .toList();
            }
            assertThat(claimed).hasSize(2);
            // they were replayed one after the other, so some instants differ
            redis.command("EVAL", COPY, "1", key + "state", general, fast);
        }

        /** The one by bytes, the other with a note. */
        private void end() {
            AttemptStatus status = List.of(AttemptStatus.SUCCEEDED, AttemptStatus.CANCELED, AttemptStatus.FAILED)
                    .get(random.nextInt(3));
            TaskState next = TaskState.valueOf(status.name());
            long startedAtMs = random.nextBoolean() ? 0 : claimed.get(0).claimedAtMs() + random.nextInt(100) - 50;
            byte[] result = random.nextBoolean() ? null : "{\"ok\":1}".getBytes(StandardCharsets.UTF_8);
            String log = random.nextBoolean() ? null : "http://logs.example/1";
            boolean omitted = random.nextBoolean();
            int retry = random.nextInt(70_000) % 65_536;
            int lost = random.nextInt(6);
            Verdict plain = new Verdict(status, next, 0, retry, lost, null);
            Verdict noted = new Verdict(status, next, 0, retry, lost, "a note");
            List<Completion> ends = List.of(
                    completion(claimed.get(0), plain, null, startedAtMs, omitted, result, log),
                    completion(claimed.get(1), noted, null, startedAtMs, omitted, result, log));
            assertThat(await(ax.store.complete(ends))).containsOnly(CompletionStatus.ACCEPTED);

            byte[] written = packed(fast);
            byte[] expected = packed(general);
            int marks = expected.length - LINE_SIZE + MARKS;
            assertThat(expected[marks] & HAS_NOTE).isEqualTo(HAS_NOTE);
            expected[marks] = (byte) (expected[marks] & ~HAS_NOTE);
            assertThat(written).isEqualTo(expected);
            assertThat(score("running", fast)).isNull();
            assertThat(score(ended(next), fast)).isNotNull().isEqualTo(score(ended(next), general));
            for (String hash : List.of("results", "progress")) {
                assertThat(redis.command("HGET", key + hash, fast))
                        .isEqualTo(redis.command("HGET", key + hash, general));
            }
            assertThat(await(ax.store.complete(ends))).as("the same again").containsOnly(CompletionStatus.REPEATED);
        }

        private void complete(Verdict verdict, String error) {
            List<Completion> ends = claimed.stream()
                    .map(task -> completion(task, verdict, error, 0, false, null, null))
                    .toList();
            assertThat(await(ax.store.complete(ends))).containsOnly(CompletionStatus.ACCEPTED);
        }

        private StateRecord record(String id) {
            return StateRecord.decode(packed(id));
        }
    }

    private Completion completion(
            ClaimedTask task,
            Verdict verdict,
            String error,
            long startedAtMs,
            boolean omitted,
            byte[] result,
            String log) {
        TaskSpec spec = task.spec();
        return new Completion(
                task.holding(),
                spec.type(),
                spec.queue(),
                task.attempt(),
                ax.node.id(),
                verdict,
                startedAtMs,
                result,
                omitted,
                error,
                "executor",
                log);
    }

    private Object score(String zset, String id) {
        return redis.command("ZSCORE", key + zset, id);
    }

    private static String ended(TaskState state) {
        return state == TaskState.FAILED ? "dead" : "ended:" + state;
    }
}
