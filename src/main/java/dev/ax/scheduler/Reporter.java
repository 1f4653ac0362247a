package dev.ax.scheduler;

import dev.ax.clock.StoreClock;
import dev.ax.contract.Report;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.store.TaskStore;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.Outcome;
import dev.ax.task.Task;
import dev.ax.task.Verdict;
import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * Ends attempts by word of their executors. The store judges by token alone, so a report that overtakes the executor's
 * own 202 counts like any other.
 */
final class Reporter {
    private static final String BY = "executor";
    private static final String NO_REASON = "the executor reported a failure";

    private final TaskStore store;
    private final AttemptFinisher finisher;
    private final StoreClock clock;
    private final AxMetrics metrics;

    Reporter(TaskStore store, AttemptFinisher finisher, StoreClock clock, AxMetrics metrics) {
        this.store = store;
        this.finisher = finisher;
        this.clock = clock;
        this.metrics = metrics;
    }

    Uni<CompletionStatus> report(Report report) {
        return store.read(report.id())
                .flatMap(task -> task == null ? Uni.createFrom().item(CompletionStatus.UNKNOWN) : end(task, report));
    }

    /**
     * The counters that were read cannot have changed while the token still holds: only an attempt's end changes them,
     * and it voids the token. So a verdict on stale ones is one that the store refuses.
     */
    private Uni<CompletionStatus> end(Task task, Report report) {
        Outcome outcome = outcome(report);
        Verdict verdict = finisher.finish(outcome, task.spec().retry(), task.retry(), task.lost());
        Completion completion = new Completion(
                new Holding(task.id(), report.token()),
                task.spec().type(),
                task.spec().queue(),
                task.attempt(),
                task.node(),
                verdict,
                0, // keeps the start: when it was called is not for the executor to say
                report.succeeded() ? report.result() : null,
                report.succeeded() && report.resultOmitted(),
                outcome.error(),
                BY,
                report.logUrl());
        return store.complete(List.of(completion))
                .map(statuses -> statuses.get(0))
                .invoke(status -> count(status, verdict, task));
    }

    private void count(CompletionStatus status, Verdict verdict, Task task) {
        if (status == CompletionStatus.ACCEPTED) {
            long runMs = task.startedAtMs() > 0 ? Math.max(0, clock.nowMs() - task.startedAtMs()) : -1;
            metrics.attemptEnded(verdict.status(), runMs);
        }
    }

    private static Outcome outcome(Report report) {
        if (report.succeeded()) {
            return new Outcome.Succeeded(report.result(), report.resultOmitted());
        }
        return new Outcome.Failed(report.error() == null ? NO_REASON : report.error(), report.permanent(), null);
    }
}
