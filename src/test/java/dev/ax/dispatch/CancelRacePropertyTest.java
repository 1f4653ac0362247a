package dev.ax.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Renewal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Cancel, claim, beginning, loss, pause and result in any order: what was cancelled before it began never begins, and
 * nothing is committed after its token became void. The store is a model of one task.
 */
class CancelRacePropertyTest {
    private static final int PLAYS = 10_000;
    private static final AxMetrics METRICS = new AxMetrics(new SimpleMeterRegistry());

    @BeforeAll
    static void losesQuietly() {
        level(Level.OFF);
    }

    @AfterAll
    static void losesAloudAgain() {
        level(null);
    }

    private static void level(Level level) {
        ((Logger) LoggerFactory.getLogger("dev.ax")).setLevel(level);
    }

    @Test
    void aCancelFallsBeforeOrAfterABeginningInAnyOrder() {
        int begun = 0;
        int never = 0;
        int committed = 0;
        for (int seed = 0; seed < PLAYS; seed++) {
            Play play = new Play(seed);
            play.run();
            begun += play.called() ? 1 : 0;
            never += play.reply == 0 ? 1 : 0;
            committed += play.commits;
        }
        // Every ending was met often enough to mean something.
        assertThat(begun).isGreaterThan(PLAYS / 10);
        assertThat(never).isGreaterThan(PLAYS / 100);
        assertThat(committed).isGreaterThan(PLAYS / 100);
    }

    private static final class Play {
        private final long seed;
        private final Random random;
        private final Bench bench = new Bench(1, 1, METRICS).start();
        private final LeaseKeeper keeper =
                new LeaseKeeper(Bench.NODE, bench.tools, bench.held, bench.dispatch::lost, () -> {});
        private final Asked<?, List<ClaimedTask>> claim = bench.store.claims.one();
        private final ClaimedTask task = bench.task("order:close:1");
        private HandPool.Run run;
        private boolean claimDelivered;
        private boolean beginAsked;
        private boolean ended;
        private boolean valid = true;
        private boolean canceled;
        private boolean told;
        private boolean calledWhenTold;
        private int commits;
        private long reply = Long.MIN_VALUE;

        private Play(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        private boolean called() {
            return run != null && run.called();
        }

        private void run() {
            List<Runnable> moves = new ArrayList<>();
            moves.add(this::deliverClaim);
            moves.add(this::begin);
            moves.add(this::cancel);
            moves.add(this::tell);
            moves.add(this::succeed);
            moves.add(this::pauseOrSuspend);
            moves.add(this::answerReads);
            moves.add(this::answerCompletions);
            moves.add(this::renew);
            for (int step = 0; step < 40; step++) {
                moves.get(random.nextInt(moves.size())).run();
                if (random.nextBoolean()) {
                    bench.loop.settle();
                }
                check();
            }
            finish();
        }

        /** Whatever is still open is carried to its end. */
        private void finish() {
            deliverClaim();
            begin();
            tell();
            for (int i = 0; i < 10; i++) {
                bench.loop.pass(1_000);
                answerReads();
                succeed();
                answerCompletions();
                check();
            }
            assertThat(bench.held.size())
                    .as("seed %d: nothing stays held", seed)
                    .isZero();
            assertThat(commits + (canceled ? 1 : 0))
                    .as("seed %d: one end", seed)
                    .isEqualTo(1);
        }

        private void deliverClaim() {
            if (!claimDelivered) {
                claimDelivered = true;
                claim.answer(List.of(task));
                run = bench.pool.runs.isEmpty() ? null : bench.pool.last();
            }
        }

        private void begin() {
            if (run != null && !beginAsked) {
                beginAsked = true;
                run.begin();
            }
        }

        private void cancel() {
            if (valid && commits == 0) {
                canceled = true;
                valid = false;
            }
        }

        private void tell() {
            if (canceled && !told) {
                told = true;
                calledWhenTold = called();
                reply = bench.dispatch.canceled(task.holding());
            }
        }

        private void succeed() {
            if (called() && !ended) {
                ended = true;
                run.succeed();
            }
        }

        private void pauseOrSuspend() {
            if (random.nextBoolean()) {
                bench.loop.pause(random.nextInt(20_000));
            } else {
                bench.loop.suspend(random.nextInt(20_000));
            }
        }

        private void answerReads() {
            while (!bench.store.holds.none()) {
                var read = bench.store.holds.next();
                if (random.nextInt(4) == 0) {
                    read.away();
                } else {
                    read.answer(List.of(valid));
                }
                bench.loop.settle();
            }
        }

        private void answerCompletions() {
            while (!bench.store.completions.none()) {
                Asked<List<Completion>, List<CompletionStatus>> call = bench.store.completions.next();
                if (valid) {
                    valid = false;
                    commits++;
                    // The answer to the first one is lost now and then: the repeat must change nothing.
                    if (random.nextBoolean()) {
                        call.away();
                    } else {
                        call.answer(List.of(CompletionStatus.ACCEPTED));
                    }
                } else {
                    call.answer(List.of(commits > 0 ? CompletionStatus.REPEATED : CompletionStatus.REFUSED));
                }
                bench.loop.settle();
            }
        }

        private void renew() {
            keeper.turn().subscribe().with(well -> {});
            while (!bench.store.renewals.none()) {
                var call = bench.store.renewals.next();
                call.answer(new Renewal(false, valid ? Set.of() : Set.copyOf(call.question)));
            }
        }

        private void check() {
            if (told && !calledWhenTold) {
                assertThat(called())
                        .as("seed %d: cancelled before it began", seed)
                        .isFalse();
            }
            if (told && reply > 0) {
                assertThat(reply)
                        .as("seed %d: the reply tells when it began", seed)
                        .isEqualTo(run.begunAtMs);
            }
            assertThat(commits).as("seed %d: committed once at most", seed).isLessThanOrEqualTo(1);
        }
    }
}
