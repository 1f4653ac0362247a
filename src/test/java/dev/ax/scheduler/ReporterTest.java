package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.clock.StoreClock;
import dev.ax.contract.Report;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.AttemptStatus;
import dev.ax.task.TaskState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReporterTest {
    private static final long TOKEN = 1_764_508_879_123_456L;

    private final FakeTaskStore store = new FakeTaskStore();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Reporter reporter =
            new Reporter(store, new AttemptFinisher(new SplittableRandom(1)), new FixedClock(), new AxMetrics(meters));

    @Test
    void successEndsTheTask() {
        running();

        Completion completion =
                report(new Report("a", TOKEN, true, new byte[] {'1'}, false, null, false, "http://log"));

        assertThat(completion.holding()).isEqualTo(new Holding("a", TOKEN));
        assertThat(completion.verdict().next()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(completion.result()).containsExactly('1');
        assertThat(completion.error()).isNull();
        assertThat(completion.by()).isEqualTo("executor");
        assertThat(completion.logUrl()).isEqualTo("http://log");
        assertThat(completion.startedAtMs()).isZero();
    }

    @Test
    void failureIsTriedAgainByTheTasksPolicy() {
        running();

        Completion completion = report(new Report("a", TOKEN, false, null, false, "失败：超时", false, null));

        assertThat(completion.verdict().status()).isEqualTo(AttemptStatus.FAILED);
        assertThat(completion.verdict().next()).isEqualTo(TaskState.PENDING);
        assertThat(completion.verdict().retry()).isEqualTo(2); // the second, after about 20 s
        assertThat(completion.verdict().delayMs()).isBetween(16_000L, 24_000L);
        assertThat(completion.error()).isEqualTo("失败：超时");
    }

    @Test
    void permanentFailureEndsTheTask() {
        running();

        Completion completion = report(new Report("a", TOKEN, false, null, false, "no such order", true, null));

        assertThat(completion.verdict().next()).isEqualTo(TaskState.FAILED);
    }

    @Test
    void aFailureWithoutWordsIsGivenSome() {
        running();

        assertThat(report(new Report("a", TOKEN, false, null, false, null, false, null))
                        .error())
                .isNotBlank();
    }

    @ParameterizedTest
    @EnumSource(CompletionStatus.class)
    void theStoresWordPassesThroughAndOnlyWhatItAcceptedCounts(CompletionStatus word) {
        running();
        store.onComplete = completion -> word;

        assertThat(status(succeeded(TOKEN))).isEqualTo(word);
        assertThat(meters.find("ax.attempts").counters()).hasSize(word == CompletionStatus.ACCEPTED ? 1 : 0);
    }

    @Test
    void aReportAfterTheEndIsTheStoresToJudge() {
        store.onRead = id -> Uni.createFrom().item(Tasks.claimed(TaskState.SUCCEEDED, id, TOKEN, "n1"));
        store.onComplete = completion -> CompletionStatus.REPEATED;

        assertThat(status(succeeded(TOKEN))).isEqualTo(CompletionStatus.REPEATED);
        assertThat(status(succeeded(TOKEN - 1))).isEqualTo(CompletionStatus.REPEATED);
        assertThat(store.completions).hasSize(2);
    }

    @Test
    void aReportThatOvertakesThe202Counts() {
        running(); // still of its node: the 202 is on its way

        assertThat(status(succeeded(TOKEN))).isEqualTo(CompletionStatus.ACCEPTED);
    }

    @Test
    void anUnknownTaskIsNotAskedFurther() {
        assertThat(status(succeeded(TOKEN))).isEqualTo(CompletionStatus.UNKNOWN);
        assertThat(store.completions).isEmpty();
    }

    private void running() {
        store.onRead = id -> Uni.createFrom().item(Tasks.claimed(TaskState.RUNNING, id, TOKEN, "n1"));
    }

    private Completion report(Report report) {
        status(report);
        return store.completions.element();
    }

    private CompletionStatus status(Report report) {
        return reporter.report(report).await().atMost(Duration.ofSeconds(10));
    }

    private static Report succeeded(long token) {
        return new Report("a", token, true, null, false, null, false, null);
    }

    private static final class FixedClock implements StoreClock {
        @Override
        public long nowMs() {
            return Tasks.CLAIMED_MS + 50;
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }
}
