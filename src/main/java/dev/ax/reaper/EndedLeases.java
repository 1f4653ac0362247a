package dev.ax.reaper;

import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.StoreUpkeep.EndedLease;
import dev.ax.task.Outcome;
import dev.ax.task.TaskSpec;
import dev.ax.task.Verdict;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends attempts whose lease ended: TIMED_OUT where a reporting executor had all its time, else LOST. Owned by the
 * reaper's loop.
 */
final class EndedLeases {
    private static final Logger LOG = LoggerFactory.getLogger(EndedLeases.class);

    /** Leases in a call. */
    static final int MOST_LEASES = 100;

    private final ReaperTools tools;
    private final int group;

    EndedLeases(ReaperTools tools, int group) {
        this.tools = tools;
        this.group = group;
    }

    /**
     * Stamps the partitions as served and ends one batch. Emits how many leases were found; {@link #MOST_LEASES} means
     * that there may be more.
     */
    Uni<Integer> take(List<Integer> served) {
        return tools.upkeep()
                .endedLeases(group, tools.node(), served, MOST_LEASES)
                .chain(this::end);
    }

    private Uni<Integer> end(List<EndedLease> leases) {
        if (leases.isEmpty()) {
            return Uni.createFrom().item(0);
        }
        List<Completion> completions = leases.stream().map(this::completion).toList();
        return tools.upkeep().reap(group, tools.node(), completions).map(statuses -> {
            ended(completions, statuses);
            return leases.size();
        });
    }

    private Completion completion(EndedLease lease) {
        Outcome outcome = lease.deadlinePassed()
                ? new Outcome.TimedOut(lease.task().spec().timeout())
                : new Outcome.Lost(lease.node());
        ClaimedTask task = lease.task();
        TaskSpec spec = task.spec();
        Verdict verdict = tools.finisher().finish(outcome, spec.retry(), task.retry(), task.lost());
        return new Completion(
                task.holding(),
                spec.type(),
                spec.queue(),
                task.attempt(),
                lease.node(),
                verdict,
                0,
                null,
                false,
                outcome.error(),
                "ax",
                null);
    }

    private void ended(List<Completion> completions, List<CompletionStatus> statuses) {
        int count = 0;
        for (int i = 0; i < completions.size(); i++) {
            if (statuses.get(i) == CompletionStatus.ACCEPTED) {
                tools.metrics().attemptEnded(completions.get(i).verdict().status(), -1);
                count++;
            }
        }
        if (count > 0) {
            LOG.warn(
                    "Ended {} attempts whose lease ended, such as that of task {}; their histories say what follows.",
                    count,
                    completions.get(0).holding().id());
        }
    }
}
