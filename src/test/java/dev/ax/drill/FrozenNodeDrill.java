package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.testing.RedisServer;
import dev.ax.testing.RedisServers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A node stands still for 40 s, with the lease of 30 s that ax has unless told otherwise; another takes over what it ran.
 * When it goes on it has results in its hands: one of a task that the other has ended, one of a task that the other runs.
 */
final class FrozenNodeDrill {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long FROZEN_NANOS = TimeUnit.SECONDS.toNanos(40);
    private static final Duration OVER_BY_THEN = Duration.ofSeconds(2);
    private static final Duration RUNNING_BY_THEN = Duration.ofSeconds(18);

    private FrozenNodeDrill() {}

    static void run() throws IOException {
        Ledger ledger = new Ledger();
        try (RedisServer redis = RedisServers.start("appendonly yes", "appendfsync always");
                NodeProcess frozen = NodeProcess.start(redis, "drill", "node-a", Map.of())) {
            ledger.submitAll(
                    frozen.api(), List.of(Plan.sleep("over", OVER_BY_THEN), Plan.sleep("runs", RUNNING_BY_THEN)));
            Await.until(PATIENCE, () -> running(frozen.api()) == 2, frozen::tail);
            long frozenSince = System.nanoTime();
            frozen.freeze();
            try (NodeProcess other = NodeProcess.start(redis, "drill", "node-b", Map.of())) {
                ledger.submit(other.api(), Plan.noop("meanwhile", Duration.ofSeconds(1)));
                Await.instant(frozenSince + FROZEN_NANOS);
                assertThat(other.api().life("over").outcomes()).as(other.tail()).containsExactly("LOST", "SUCCEEDED");
                assertThat(other.api().life("runs").outcomes()).as(other.tail()).containsExactly("LOST");
                frozen.thaw();
                frozen.awaitLog("(over|runs).*(is lost|result is refused)");
                judge(ledger, other);
                assertThat(frozen.alive()).as(frozen.tail()).isTrue();
                ledger.submit(frozen.api(), Plan.noop("afterwards", Duration.ofMillis(100)));
                ledger.judgeSucceeded(frozen, PATIENCE);
            }
        }
    }

    private static void judge(Ledger ledger, NodeProcess other) throws IOException {
        Map<String, Life> lives = ledger.judgeSucceeded(other, PATIENCE);
        for (String id : List.of("over", "runs")) {
            Life life = lives.get(id);
            assertThat(life.outcomes()).as("%s", life).containsExactly("LOST", "SUCCEEDED");
            assertThat(life.task().getString("node")).as("%s", life).isEqualTo("node-b");
            assertThat(life.retry()).as("%s", life).isZero();
        }
        assertThat(lives.get("meanwhile").attempt()).isEqualTo(1);
    }

    private static int running(Api api) {
        try {
            return api.some("RUNNING").size();
        } catch (IOException fault) {
            throw new AssertionError(fault);
        }
    }
}
