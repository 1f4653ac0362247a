package dev.ax.reaper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.StoreClock;
import dev.ax.events.Alerts;
import dev.ax.metrics.AxMetrics;
import dev.ax.metrics.LoopPulse;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.NodeIdentity;
import dev.ax.store.StoreException;
import dev.ax.store.StoreUpkeep.Audited;
import dev.ax.store.StoreUpkeep.DeadLetter;
import dev.ax.store.StoreUpkeep.EndedLease;
import dev.ax.store.StoreUpkeep.Retention;
import dev.ax.store.StoreWatch;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.AttemptStatus;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.task.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class ReaperTest {
    private static final NodeIdentity NODE = new NodeIdentity("node-1", 1, 1);
    private static final Duration KEPT = Duration.ofHours(1);

    private final HandClock clock = new HandClock();
    private final List<JsonObject> alerts = new ArrayList<>();
    private final StoreWatch watch = new StoreWatch(clock);
    private UpkeepStore store = new UpkeepStore(1);
    private Reaper reaper = reaper(32);

    @Test
    void aNodeThatDiedLosesItsAttempts() {
        store.ended.add(new EndedLease(task("a", 0, 0), "node-2", false));
        turn();
        Verdict verdict = store.reaped.get(0).verdict();
        assertThat(verdict.status()).isEqualTo(AttemptStatus.LOST);
        assertThat(verdict.next()).isEqualTo(TaskState.PENDING);
        assertThat(verdict.retry()).as("outside of the retries").isZero();
        assertThat(verdict.lost()).isEqualTo(1);
        assertThat(store.reaped.get(0).error()).contains("node-2");
    }

    @Test
    void anExecutorThatHadAllItsTimeIsTimedOut() {
        store.ended.add(new EndedLease(task("a", 0, 0), null, true));
        turn();
        Verdict verdict = store.reaped.get(0).verdict();
        assertThat(verdict.status()).isEqualTo(AttemptStatus.TIMED_OUT);
        assertThat(verdict.retry()).isEqualTo(1);
    }

    @Test
    void aTaskThatKillsItsNodesEndsAsPoison() {
        int maxLost = RetryPolicy.DEFAULT.maxLost();
        store.ended.add(new EndedLease(task("a", 0, maxLost - 1), "node-2", false));
        store.ended.add(new EndedLease(task("b", 0, maxLost), "node-2", false));
        turn();
        assertThat(store.reaped)
                .extracting(Completion::verdict)
                .extracting(Verdict::next)
                .containsExactly(TaskState.PENDING, TaskState.FAILED);
        assertThat(store.reaped.get(1).verdict().reason()).contains("poison");
    }

    @Test
    void aNodesDeathWithManyAttemptsIsTakenInOneTurn() {
        for (int i = 0; i < 950; i++) {
            store.ended.add(new EndedLease(task("t" + i, 0, 0), "node-2", false));
        }
        turn();
        assertThat(store.reaped).hasSize(950);
        assertThat(store.count("reap")).isEqualTo(10);
    }

    @Test
    void whatMustGoGoesInBoundedBatches() {
        store.expiring = 250;
        store.ripe = 1_000_000;
        turn();
        assertThat(store.expiring).isZero();
        assertThat(store.count("expire")).isEqualTo(3);
        assertThat(store.count("purge")).isEqualTo(GroupUpkeep.MOST_CALLS);
    }

    @Test
    void eachDeadLetterIsToldOfOnce() {
        dead(250);
        turn();
        turn();
        assertThat(alerts)
                .hasSize(250)
                .allMatch(alert -> alert.getString("kind").equals("dead-letter"));
        assertThat(alerts.get(7))
                .isEqualTo(new JsonObject()
                        .put("kind", "dead-letter")
                        .put("taskId", "d7")
                        .put("type", "close-order")
                        .put("queue", "default")
                        .put("node", "node-1")
                        .put("reason", "no retries left")
                        .put("error", "boom")
                        .put("attempts", 4));
    }

    @Test
    void aDeadLetterIsToldOfAgainRatherThanNotAtAll() {
        dead(3);
        store.faulty.add("markAlerted");
        turn();
        assertThat(alerts).hasSize(3);
        store.faulty.clear();
        turn();
        turn();
        assertThat(alerts).hasSize(6);
    }

    @Test
    void aTypeWithoutHandlerIsToldOfOnceUntilItWasServed() {
        store.unserved.put("orphan", clock.nowMs() - 12_000);
        every5s(4);
        assertThat(alerts).hasSize(1);
        assertThat(alerts.get(0).getString("type")).isEqualTo("orphan");
        assertThat(alerts.get(0).getLong("waitedSeconds")).isEqualTo(12);
        store.unserved.clear();
        every5s(1);
        store.unserved.put("orphan", clock.nowMs());
        every5s(4);
        assertThat(alerts).hasSize(2);
    }

    @Test
    void handlersAreAnnouncedEvery5s() {
        turn();
        assertThat(store.announced).containsEntry(0, Set.of("close-order"));
        for (int i = 0; i < 10; i++) {
            clock.passMs(1_000);
            turn();
        }
        assertThat(store.count("announce")).isEqualTo(3);
    }

    @Test
    void theAuditWalksOnAndTellsOfWhatItSetsAside() {
        store.audited = new Audited("17", 50, 1, List.of("bad"));
        turn();
        turn();
        assertThat(store.auditedFrom).containsExactly("0", "17");
        assertThat(alerts.get(0).getString("kind")).isEqualTo("damaged-record");
        assertThat(alerts.get(0).getString("taskId")).isEqualTo("bad");
    }

    @Test
    void aFaultInOnePartKeepsNoOtherFromItsWork() {
        dead(1);
        store.ripe = 10;
        store.faulty.addAll(Set.of("endedLeases", "expire", "audit"));
        turn();
        assertThat(alerts).hasSize(1);
        assertThat(store.ripe).isZero();
        assertThat(store.announced).isNotEmpty();
    }

    @Test
    void aStoreThatIsAwayIsAskedOnceATurnAndForgivenLater() {
        store.fault = StoreException.Kind.UNAVAILABLE;
        store.faulty.addAll(Set.of("endedLeases", "expire", "purge", "audit", "deadLetters", "announce"));
        turn();
        assertThat(store.calls).containsExactly("endedLeases", "announce");
        clock.passMs(7_000);
        assertThat(watch.awayFor()).hasSeconds(7);
        store.faulty.clear();
        turn();
        assertThat(watch.awayFor()).isZero();
    }

    @Test
    void keysOfAWholeGroupAreKeptByWhoeverServesItsLowestPartition() {
        store = new UpkeepStore(4);
        reaper = reaper(2);
        turn();
        // Of 32 partitions over 4 groups this node serves 30 and 31: none is its group's lowest.
        assertThat(store.served).containsEntry(2, List.of(30)).containsEntry(3, List.of(31));
        assertThat(store.count("purge")).isZero();
        assertThat(store.announced).as("it claims from all").hasSize(4);
        assertThat(store.count("unserved")).isZero();
    }

    @Test
    void theFirstTurnComesAtTheStart(Vertx vertx) throws Exception {
        vertx.deployVerticle(new ReaperVerticle(tools(), store, () -> List.of(0)));
        assertThat(store.calls.poll(20, TimeUnit.SECONDS)).isEqualTo("endedLeases");
    }

    private Reaper reaper(int servedPartitions) {
        List<Integer> served =
                IntStream.range(32 - servedPartitions, 32).boxed().toList();
        return new Reaper(tools(), store, () -> served);
    }

    private ReaperTools tools() {
        Alerts raised =
                (kind, body) -> alerts.add(new JsonObject().put("kind", kind).mergeIn(body));
        return new ReaperTools(
                NODE,
                store,
                clock,
                new AttemptFinisher(RandomGenerator.getDefault()),
                () -> new Retention(KEPT, KEPT, KEPT, KEPT),
                raised,
                new AxMetrics(new SimpleMeterRegistry()),
                watch,
                new LoopPulse(clock::nanoTime),
                () -> Set.of("close-order"));
    }

    private void turn() {
        reaper.turn().await().indefinitely();
    }

    private void every5s(int times) {
        for (int i = 0; i < times; i++) {
            turn();
            clock.passMs(5_000);
        }
    }

    private void dead(int count) {
        for (int i = 0; i < count; i++) {
            store.dead.add(
                    new DeadLetter("d" + i, "close-order", "default", "node-1", "no retries left", "boom", 4, i));
        }
    }

    private ClaimedTask task(String id, int retry, int lost) {
        long nowMs = clock.nowMs();
        TaskSpec spec = new TaskSpec(
                id,
                "close-order",
                TaskSpec.DEFAULT_QUEUE,
                null,
                nowMs,
                nowMs,
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TIMEOUT,
                RetryPolicy.DEFAULT,
                Target.Handler.INSTANCE,
                null,
                null,
                true,
                0,
                Map.of(),
                0);
        return new ClaimedTask(spec, 2, 1, retry, lost, 0, 7, nowMs, nowMs, nowMs, nowMs);
    }

    private static final class HandClock implements StoreClock {
        private long nanos;

        void passMs(long ms) {
            nanos += TimeUnit.MILLISECONDS.toNanos(ms);
        }

        @Override
        public long nowMs() {
            return 1_700_000_000_000L + TimeUnit.NANOSECONDS.toMillis(nanos);
        }

        @Override
        public long nanoTime() {
            return nanos;
        }
    }
}
