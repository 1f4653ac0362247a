package dev.ax.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.Completion;
import dev.ax.task.AttemptStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DrainTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(25);

    private final Bench bench = new Bench(10).start();
    private final AtomicBoolean drained = new AtomicBoolean();

    @Test
    void anIdleNodeIsDrainedAtOnce() {
        bench.store.claims.one().answer(List.of());
        drain();
        assertThat(drained).isTrue();
        bench.loop.pass(60_000);
        assertThat(bench.store.claims.none()).as("claims no more").isTrue();
    }

    @Test
    void whatHasBegunMayFinishAndWhatHasNotIsGivenBackAtOnce() {
        bench.store.claims.one().answer(List.of(bench.task("begun"), bench.task("waits")));
        HandPool.Run begun = bench.pool.runs.get(0).begin();
        drain();
        var released = bench.store.completions.one();
        assertThat(Bench.ids(released.question)).containsExactly("waits");
        assertThat(statuses(released.question)).containsExactly(AttemptStatus.RELEASED);
        assertThat(released.question.get(0).verdict().retry()).isZero();
        Bench.accepted(released);
        assertThat(bench.pool.runs.get(1).begin().begunAtMs).as("never begins").isZero();

        bench.loop.pass(10_000);
        assertThat(drained).isFalse();
        assertThat(begun.interrupted).isFalse();
        begun.succeed();
        bench.loop.settle();
        var result = bench.store.completions.one();
        assertThat(statuses(result.question)).containsExactly(AttemptStatus.SUCCEEDED);
        Bench.accepted(result);
        bench.loop.pass(100);
        assertThat(drained).isTrue();
    }

    @Test
    void whatStillRunsAtTheEndIsInterruptedAndGivenBack() {
        HandPool.Run run = bench.begun("long");
        drain();
        bench.loop.pass(TIMEOUT.toMillis());
        assertThat(run.interrupted).isTrue();
        var released = bench.store.completions.one();
        assertThat(statuses(released.question)).containsExactly(AttemptStatus.RELEASED);
        assertThat(released.question.get(0).startedAtMs()).isEqualTo(run.begunAtMs);
        Bench.accepted(released);
        run.succeed();
        bench.loop.pass(100);
        assertThat(drained).isTrue();
        assertThat(bench.store.completions.count())
                .as("its late result is nobody's")
                .isEqualTo(1);
    }

    @Test
    void whatAClaimOnItsWayBringsIsGivenBack() {
        var claim = bench.store.claims.one();
        drain();
        claim.away();
        bench.loop.pass(1_000);
        assertThat(drained).isFalse();
        bench.store.claims.one().answer(List.of(bench.task("late")));
        bench.loop.settle();
        assertThat(bench.pool.runs).isEmpty();
        var released = bench.store.completions.one();
        assertThat(statuses(released.question)).containsExactly(AttemptStatus.RELEASED);
        Bench.accepted(released);
        bench.loop.pass(100);
        assertThat(drained).isTrue();
    }

    @Test
    void aStoreThatStaysAwayDoesNotKeepTheNode() {
        bench.begun("a");
        drain();
        bench.loop.pass(TIMEOUT.toMillis());
        bench.store.completions.one().away();
        bench.loop.pass(4_000);
        assertThat(drained).isTrue();
    }

    @Test
    void drainingTwiceIsOneDrain() {
        HandPool.Run run = bench.begun("a");
        drain();
        AtomicBoolean again = new AtomicBoolean();
        bench.dispatch.drain(Duration.ZERO).subscribe().with(done -> again.set(true));
        run.succeed();
        bench.loop.settle();
        Bench.accepted(bench.store.completions.one());
        bench.loop.pass(100);
        assertThat(drained).isTrue();
        assertThat(again).isTrue();
    }

    private void drain() {
        bench.dispatch.drain(TIMEOUT).subscribe().with(done -> drained.set(true));
        bench.loop.settle();
    }

    private static List<AttemptStatus> statuses(List<Completion> completions) {
        return completions.stream()
                .map(completion -> completion.verdict().status())
                .toList();
    }
}
