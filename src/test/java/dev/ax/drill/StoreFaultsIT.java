package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What becomes of a node and its tasks while their Redis is not there. */
class StoreFaultsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What a user waits at most to be told that the store is away. */
    private static final Duration REFUSAL = Duration.ofSeconds(2);

    private RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServers.start("appendonly yes", "appendfsync always");
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    @Test
    void aRedisKilledAmidTrafficAndRestartedLosesNothingThatWasAcknowledged(TestReporter reporter) throws IOException {
        Ledger ledger = new Ledger();
        try (NodeProcess node = NodeProcess.start(redis, "drill", "node-a", Map.of())) {
            ledger.submitAll(node.api(), sleepers(4, Duration.ofSeconds(3)));
            List<Traffic.Sent> refused;
            try (Traffic traffic = Traffic.start(node.api(), ledger, "traffic")) {
                Await.until(PATIENCE, () -> ledger.size() > 300, node::tail);
                redis.kill9();
                long killed = System.nanoTime();
                Await.until(PATIENCE, () -> traffic.count(503, killed) > 100, node::tail);
                Await.instant(killed + TimeUnit.SECONDS.toNanos(3));
                long back = System.nanoTime();
                redis.restart();
                Await.until(Duration.ofSeconds(10), () -> traffic.count(201, back) > 100, node::tail);
                refused = traffic.sent().stream()
                        .filter(one -> one.sentNanos() > killed && one.answeredNanos() < back)
                        .toList();
                assertThat(traffic.sent())
                        .allSatisfy(
                                one -> assertThat(one.status()).as("%s", one).isIn(201, 503));
            }
            assertThat(refused).isNotEmpty().allSatisfy(one -> {
                assertThat(one.status()).as("%s", one).isEqualTo(503);
                assertThat(one.retryAfter()).as("%s", one).isNotNull();
                assertThat(one.took()).as("%s", one).isLessThanOrEqualTo(REFUSAL);
            });
            Duration longest = refused.stream()
                    .map(Traffic.Sent::took)
                    .max(Duration::compareTo)
                    .orElseThrow();
            reporter.publishEntry(
                    "redis killed",
                    refused.size() + " refused, the slowest after " + longest.toMillis() + " ms; " + ledger.size()
                            + " acknowledged");
            Map<String, Life> lives = ledger.judgeSucceeded(node, PATIENCE);
            assertThat(lives.values())
                    .allSatisfy(
                            life -> assertThat(life.outcomes()).as("%s", life).containsExactly("SUCCEEDED"));
        }
    }

    @Test
    void whatEndsWhileRedisStandsStillIsKeptAndAcceptedAfterwards(TestReporter reporter) throws IOException {
        Ledger ledger = new Ledger();
        try (NodeProcess node = NodeProcess.start(redis, "drill", "node-a", Map.of("AX_WORKER_SLOTS", "20"))) {
            List<Plan> sleepers = sleepers(16, Duration.ofSeconds(2));
            ledger.submitAll(node.api(), sleepers);
            ledger.submitAll(
                    node.api(),
                    IntStream.range(0, 100)
                            .mapToObj(i -> Plan.noop("waiting-" + i, Duration.ofMillis(500 + 100L * i)))
                            .toList());
            Await.until(PATIENCE, () -> running(node) == sleepers.size(), node::tail);
            long away = System.nanoTime();
            redis.stopProcess();
            Await.instant(away + TimeUnit.SECONDS.toNanos(5));
            redis.continueProcess();
            long back = System.nanoTime();
            Map<String, Life> lives = ledger.judgeSucceeded(node, PATIENCE);
            assertThat(lives.values())
                    .allSatisfy(
                            life -> assertThat(life.outcomes()).as("%s", life).containsExactly("SUCCEEDED"));
            List<String> said = node.logBetween(away, back);
            reporter.publishEntry("lines of log while redis stood still", "" + said.size());
            assertThat(said)
                    .as("lines of log in %d ms", TimeUnit.NANOSECONDS.toMillis(back - away))
                    .hasSizeLessThanOrEqualTo(10);
        }
    }

    private static List<Plan> sleepers(int count, Duration length) {
        return IntStream.range(0, count)
                .mapToObj(i -> Plan.sleep("sleeper-" + i, length))
                .toList();
    }

    private static long running(NodeProcess node) {
        try {
            return node.api().count("RUNNING", "ax.sleep");
        } catch (IOException fault) {
            throw new AssertionError(node.tail(), fault);
        }
    }
}
