package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers that block hold their own slots and nothing else: not the clock, not the ways in, not the other slots. */
class BlockingHandlerIT {
    private static final int SLOTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration BLOCKED = Duration.ofSeconds(20);

    /** Generous, for a machine that does other work too; the bench has the figure. */
    private static final Duration LATE = Duration.ofSeconds(1);

    @ParameterizedTest(name = "{0} of 8 slots")
    @ValueSource(ints = {1, SLOTS - 1})
    void blockingHandlersDelayNoOtherTask(int blocking, TestReporter reporter) throws IOException {
        Map<String, String> settings = Map.of("AX_WORKER_SLOTS", "" + SLOTS);
        Ledger ledger = new Ledger();
        try (RedisServer redis = RedisServers.start("appendonly yes");
                NodeProcess node = NodeProcess.start(redis, "drill", "node-a", settings)) {
            List<Plan> blockers = plans(blocking, i -> Plan.sleep("blocker-" + i, BLOCKED));
            ledger.submitAll(node.api(), blockers);
            Await.until(PATIENCE, () -> count(node, "RUNNING", "ax.sleep") == blocking, node::tail);
            List<Plan> brief = plans(200, i -> Plan.noop("brief-" + i, Duration.ofMillis(500 + 20L * i)));
            ledger.submitAll(node.api(), brief);
            Await.until(PATIENCE, () -> count(node, "SUCCEEDED", "ax.noop") == brief.size(), node::tail);
            assertThat(node.api().count("RUNNING", "ax.sleep"))
                    .as("blockers that still run")
                    .isEqualTo(blocking);

            // Their end is of no interest here; that they can be interrupted is.
            for (Plan blocker : blockers) {
                node.api().cancel(blocker.id()).expect(200);
            }
            Map<String, Life> lives = ledger.judge(node, PATIENCE);
            List<Life> briefLives =
                    brief.stream().map(plan -> lives.get(plan.id())).toList();
            Ledger.assertCommittedOnce(briefLives);
            List<Duration> lateness =
                    briefLives.stream().map(Life::lateness).sorted().toList();
            Duration p99 = lateness.get(lateness.size() * 99 / 100);
            Duration worst = lateness.get(lateness.size() - 1);
            reporter.publishEntry("lateness beside " + blocking, "p99 " + p99 + ", worst " + worst);
            assertThat(p99).as("99th percentile of lateness; worst %s", worst).isLessThanOrEqualTo(LATE);
        }
    }

    private static List<Plan> plans(int count, IntFunction<Plan> plan) {
        return IntStream.range(0, count).mapToObj(plan).toList();
    }

    private static long count(NodeProcess node, String state, String type) {
        try {
            return node.api().count(state, type);
        } catch (IOException fault) {
            throw new AssertionError(node.tail(), fault);
        }
    }
}
