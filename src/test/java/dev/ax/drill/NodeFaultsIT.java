package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.TaskState;
import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.TestReporter;

/**
 * What becomes of tasks when their node dies, stands still, is told to stop, or finds that another took its name.
 *
 * <p>Two drills wait for most of their time, for a lease to end and for retries to fall due: they run beside the others.
 */
@TestMethodOrder(OrderAnnotation.class)
class NodeFaultsIT {
    private static final String NAME = "drill";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static SideBySide frozenNode;
    private static SideBySide failingTarget;

    private RedisServer redis;

    @BeforeAll
    static void startTheLongOnes() {
        failingTarget = SideBySide.start("failing-target", FailingTargetDrill::run);
        frozenNode = SideBySide.start("frozen-node", FrozenNodeDrill::run);
    }

    @AfterAll
    static void endTheLongOnes() {
        failingTarget.abandon();
        frozenNode.abandon();
    }

    @BeforeEach
    void startRedis() {
        redis = RedisServers.start("appendonly yes", "appendfsync always");
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    @Test
    @Order(1)
    void aKilledNodeThatComesBackLosesNoTaskAndCommitsNoneTwice(TestReporter reporter) throws IOException {
        Map<String, String> settings = Map.of("AX_WORKER_SLOTS", "64");
        Ledger ledger = new Ledger();
        List<String> sleepers =
                IntStream.range(0, 50).mapToObj(i -> "sleeper-" + i).toList();
        try (NodeProcess first = NodeProcess.start(redis, NAME, "node-a", settings)) {
            ledger.submitAll(
                    first.api(),
                    sleepers.stream()
                            .map(id -> Plan.sleep(id, Duration.ofSeconds(8)))
                            .toList());
            awaitRunning(first, sleepers.size());
            try (Traffic traffic = Traffic.start(first.api(), ledger, "traffic")) {
                Await.until(PATIENCE, () -> traffic.sent().size() > 100, first::tail);
                // Some fall due while no node is there, the rest afterwards.
                ledger.submitAll(
                        first.api(),
                        IntStream.range(0, 1_000)
                                .mapToObj(i -> Plan.noop("waiting-" + i, Duration.ofMillis(2_000 + 6L * i)))
                                .toList());
                assertThat(first.api().some("PENDING")).hasSize(1_000);
                first.kill9();
            }
        }
        try (NodeProcess second = NodeProcess.start(redis, NAME, "node-a", settings)) {
            Map<String, Life> lives = ledger.judgeSucceeded(second, PATIENCE);
            Instant last = sleepers.stream()
                    .map(id -> lives.get(id).starts().get(1))
                    .max(Instant::compareTo)
                    .orElseThrow();
            reporter.publishEntry(
                    "node killed",
                    lives.size() + " tasks; the last of 50 ran again "
                            + Duration.between(second.listeningSince(), last).toMillis()
                            + " ms after the node was back");
            assertThat(sleepers).allSatisfy(id -> {
                Life life = lives.get(id);
                assertThat(life.outcomes()).as("%s", life).containsExactly("LOST", "SUCCEEDED");
                assertThat(life.retry()).as("%s", life).isZero();
                assertThat(life.starts().get(1))
                        .as("%s, while the node was there from %s", life, second.listeningSince())
                        .isBefore(second.listeningSince().plusSeconds(2));
            });
        }
    }

    @Test
    @Order(2)
    void aNodeToldToStopLetsWorkEndOrGivesItBackAndUsesUpNoRetry(TestReporter reporter) throws IOException {
        Map<String, String> settings = Map.of("AX_WORKER_SLOTS", "16", "AX_WORKER_DRAIN_TIMEOUT", "3s");
        Ledger ledger = new Ledger();
        List<Plan> brief = IntStream.range(0, 8)
                .mapToObj(i -> Plan.sleep("brief-" + i, Duration.ofSeconds(1)))
                .toList();
        try (NodeProcess first = NodeProcess.start(redis, NAME, "node-a", settings)) {
            ledger.submit(first.api(), Plan.sleep("long", Duration.ofSeconds(60)));
            ledger.submit(first.api(), Plan.noop("later", Duration.ofSeconds(5)));
            ledger.submitAll(first.api(), brief);
            awaitRunning(first, 9);
            long told = System.nanoTime();
            first.terminate();
            assertThat(first.awaitExit(Duration.ofSeconds(30)))
                    .as("exit code; %s", first.tail())
                    .isZero();
            reporter.publishEntry(
                    "told to stop",
                    "gone after " + Duration.ofNanos(System.nanoTime() - told).toMillis() + " ms");
        }
        try (NodeProcess second = NodeProcess.start(redis, NAME, "node-b", settings)) {
            Await.until(PATIENCE, () -> runs(second, "long", 2), second::tail);
            Life given = second.api().life("long");
            assertThat(given.outcomes()).as("%s", given).containsExactly("RELEASED");
            assertThat(given.retry()).as("%s", given).isZero();
            second.api().cancel("long").expect(200);
            Map<String, Life> lives = ledger.judge(second, PATIENCE);
            assertThat(lives.get("long").state()).isEqualTo(TaskState.CANCELED);
            assertThat(lives.get("long").outcomes()).containsExactly("RELEASED", "CANCELED");
            assertThat(brief)
                    .allSatisfy(plan -> assertThat(lives.get(plan.id()).outcomes())
                            .as("%s", lives.get(plan.id()))
                            .containsExactly("SUCCEEDED"));
            Ledger.assertCommittedOnce(
                    Stream.concat(Stream.of("later"), brief.stream().map(Plan::id))
                            .map(lives::get)
                            .toList());
        }
    }

    @Test
    @Order(3)
    void ofTwoNodesWithOneIdTheYoungerStaysAndTheOlderExits(TestReporter reporter) throws IOException {
        Map<String, String> settings = Map.of("AX_SCHEDULER_LOCK_RENEW_INTERVAL", "1s");
        Ledger ledger = new Ledger();
        try (NodeProcess older = NodeProcess.start(redis, NAME, "node-a", settings)) {
            ledger.submit(older.api(), Plan.sleep("held", Duration.ofSeconds(10)));
            awaitRunning(older, 1);
            try (NodeProcess younger = NodeProcess.start(redis, NAME, "node-a", settings)) {
                assertThat(older.awaitExit(Duration.ofSeconds(15)))
                        .as("exit code of the older; %s", older.tail())
                        .isEqualTo(1);
                reporter.publishEntry(
                        "two nodes with one id",
                        "the older was gone "
                                + Duration.between(younger.listeningSince(), Instant.now())
                                        .toMillis() + " ms after the younger was there");
                ledger.submit(younger.api(), Plan.noop("after", Duration.ofMillis(100)));
                Map<String, Life> lives = ledger.judgeSucceeded(younger, PATIENCE);
                assertThat(lives.get("held").outcomes())
                        .as("%s", lives.get("held"))
                        .containsExactly("LOST", "SUCCEEDED");
                assertThat(younger.alive()).isTrue();
            }
        }
    }

    @Test
    @Order(4)
    void aNodeThatStoodStillThroughItsLeaseCannotCommit() {
        frozenNode.join(Duration.ofMinutes(2));
    }

    @Test
    @Order(5)
    void aTargetThatAnswers500IsTriedFourTimesThenToldOfOnceAndReplayed() {
        failingTarget.join(Duration.ofMinutes(3));
    }

    private static void awaitRunning(NodeProcess node, int count) {
        Await.until(PATIENCE, () -> running(node) == count, node::tail);
    }

    private static int running(NodeProcess node) {
        try {
            return node.api().some("RUNNING").size();
        } catch (IOException fault) {
            throw new AssertionError(node.tail(), fault);
        }
    }

    private static boolean runs(NodeProcess node, String id, int attempt) {
        try {
            Life life = node.api().life(id);
            return life.state() == TaskState.RUNNING && life.attempt() == attempt;
        } catch (IOException fault) {
            throw new AssertionError(node.tail(), fault);
        }
    }
}
