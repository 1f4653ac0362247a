package dev.ax.dispatch;

import dev.ax.clock.StoreClock;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.store.StoreWatch;
import dev.ax.store.TaskStore;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.AttemptStatus;
import dev.ax.task.Outcome;
import dev.ax.task.Progress;
import dev.ax.task.Verdict;
import dev.ax.worker.Beginning;
import dev.ax.worker.SlotPool;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of attempts through this node, from the claim to the store's word on their end.
 *
 * <p>Every decision falls in a turn of the loop, save for the beginning: it falls on the thread that is to run the attempt,
 * under the lock of {@link HeldAttempt}, so that a cancel, a loss and a stop come before or after it and never into it. What
 * pools call may be called on any thread.
 */
final class Attempts {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);
    private static final String BY_AX = "ax";

    private final Loop loop;
    private final String nodeId;
    private final TaskStore store;
    private final StoreClock clock;
    private final AxMetrics metrics;
    private final AttemptFinisher finisher;
    private final HeldAttempts held;
    private final Proofs proofs;
    private final ProgressFeed progress;
    private final Inbox<End> ends;
    private final Batches<Result, CompletionStatus> results;
    private final Batches<Handover, Boolean> handovers;

    Attempts(Loop loop, String nodeId, DispatchTools tools, HeldAttempts held, AttemptFinisher finisher) {
        this.loop = loop;
        this.nodeId = nodeId;
        this.store = tools.store();
        this.clock = tools.clock();
        this.metrics = tools.metrics();
        this.finisher = finisher;
        this.held = held;
        StoreWatch watch = tools.watch();
        this.proofs = new Proofs(loop, store, watch.source("tokens"), tools.age(), this::lost);
        this.progress = new ProgressFeed(loop, store, this::lost);
        this.ends = new Inbox<>(loop, this::ended);
        this.results = new Batches<>(
                loop,
                watch.source("results"),
                batch -> store.complete(batch.stream().map(Result::completion).toList()),
                this::settled,
                this::unsettled);
        this.handovers = new Batches<>(
                loop,
                watch.source("handovers"),
                this::handOver,
                (handover, taken) -> held.remove(handover.attempt()),
                this::notHandedOver);
    }

    /**
     * Hands a claimed task to its pool.
     *
     * @param proof taken before the claim was first sent
     */
    void run(ClaimedTask task, Stamp proof, SlotPool pool) {
        HeldAttempt attempt = new HeldAttempt(task, proof, this);
        held.add(attempt);
        if (!attempt.holds()) {
            canceledOnItsWay(attempt);
            return;
        }
        try {
            pool.run(task, attempt, attempt);
        } catch (RuntimeException fault) {
            LOG.error(
                    "Task {}: pool {} would not take it; it is tried again after its backoff.",
                    task.id(),
                    pool.name(),
                    fault);
            // Not RELEASED: that restarts at once, and the same fault would go round without a pause.
            attempt.ended(0, Outcome.Failed.retryable("the node could not run it: " + fault), null);
        }
    }

    /** Gives a claimed task back at once. */
    void giveBack(ClaimedTask task, Stamp proof) {
        HeldAttempt attempt = new HeldAttempt(task, proof, this);
        held.add(attempt);
        if (attempt.holds()) {
            release(attempt);
        } else {
            canceledOnItsWay(attempt);
        }
    }

    /** See {@link dev.ax.worker.LeaseGuard#begin}. */
    void begin(HeldAttempt attempt, Beginning beginning) {
        if (proofs.fresh(attempt)) {
            beginNow(attempt, beginning);
        } else {
            loop.run(() -> proofs.check(attempt, holds -> beginNow(attempt, beginning)));
        }
    }

    /** See {@link dev.ax.worker.AttemptSink#ended}. */
    void ended(HeldAttempt attempt, long startedAtMs, Outcome outcome, String logUrl) {
        ends.add(new End(attempt, startedAtMs, outcome, logUrl));
    }

    private void ended(End end) {
        HeldAttempt attempt = end.attempt();
        if (attempt.over()) {
            return;
        }
        attempt.setOver();
        Result result = result(attempt, end.startedAtMs(), end.outcome(), end.logUrl());
        proofs.check(attempt, holds -> {
            if (holds) {
                results.add(result);
            } else {
                dropped(attempt, result.runMs());
            }
        });
    }

    /** See {@link dev.ax.worker.AttemptSink#detached}. */
    void detached(HeldAttempt attempt, long startedAtMs, Duration heartbeat) {
        loop.run(() -> {
            if (attempt.over()) {
                return;
            }
            attempt.setOver();
            if (attempt.holds()) {
                handovers.add(new Handover(attempt, startedAtMs, heartbeat));
            } else {
                dropped(attempt, -1);
            }
        });
    }

    /** See {@link dev.ax.worker.AttemptSink#neverBegan}. */
    void neverBegan(HeldAttempt attempt) {
        loop.run(() -> {
            if (attempt.over()) {
                return;
            }
            if (attempt.holds()) {
                release(attempt);
            } else {
                attempt.setOver();
                if (attempt.ending() == Ending.CANCELED) {
                    metrics.attemptEnded(AttemptStatus.CANCELED, -1);
                }
            }
        });
    }

    /** See {@link dev.ax.worker.LeaseGuard#progress}. */
    void progress(HeldAttempt attempt, Progress said) {
        loop.run(() -> progress.say(attempt, said));
    }

    /**
     * The store has cancelled the task of an attempt.
     *
     * @param mayStillCome whether a claim is on its way that may bring it
     * @return when it began, by the store's clock; 0 where it had not and will not; -1 where it is not held
     */
    long canceled(Holding holding, boolean mayStillCome) {
        HeldAttempt attempt = held.find(holding);
        if (attempt == null) {
            if (mayStillCome) {
                held.cancelEarly(holding);
            }
            return -1;
        }
        held.remove(attempt);
        attempt.end(Ending.CANCELED);
        return attempt.begunAtMs();
    }

    /** The store refused to renew these. Any thread. */
    void lost(Collection<Holding> holdings) {
        loop.run(() -> {
            for (Holding holding : holdings) {
                HeldAttempt attempt = held.find(holding);
                // The renewal of an attempt whose end was taken meanwhile is refused too: no loss.
                if (attempt != null && !attempt.over()) {
                    lost(attempt);
                }
            }
        });
    }

    /** Gives back what has not begun. */
    void releaseUnbegun() {
        for (HeldAttempt attempt : held.snapshot()) {
            if (!attempt.over() && attempt.endUnbegun(Ending.RELEASED)) {
                results.add(released(attempt));
            }
        }
    }

    /** Interrupts what runs and gives it back. Returns how many. */
    int releaseRunning() {
        int released = 0;
        for (HeldAttempt attempt : held.snapshot()) {
            if (!attempt.over()) {
                release(attempt);
                released++;
            }
        }
        return released;
    }

    /** Whether nothing is held and nothing is on its way to the store. */
    boolean idle() {
        return held.size() == 0 && results.idle() && handovers.idle();
    }

    private void beginNow(HeldAttempt attempt, Beginning beginning) {
        long nowMs = clock.nowMs();
        attempt.begin(nowMs, beginning);
        if (attempt.begunAtMs() != 0) {
            metrics.started(nowMs - attempt.task().dueMs());
        }
    }

    private void release(HeldAttempt attempt) {
        attempt.setOver();
        attempt.end(Ending.RELEASED);
        results.add(released(attempt));
    }

    private Result released(HeldAttempt attempt) {
        return result(attempt, attempt.begunAtMs(), new Outcome.Released(nodeId), null);
    }

    private void lost(HeldAttempt attempt) {
        held.remove(attempt);
        if (attempt.holds()) {
            metrics.leasesLost(1);
            LOG.warn(
                    "Task {}: attempt {} is lost, its lease ended; it is interrupted, and runs again elsewhere.",
                    attempt.task().id(),
                    attempt.task().attempt());
            attempt.end(Ending.LOST);
        }
    }

    private void canceledOnItsWay(HeldAttempt attempt) {
        attempt.setOver();
        metrics.attemptEnded(AttemptStatus.CANCELED, -1);
        // Whoever cancelled it was told "not here": only this node knows that it never began.
        store.settleStart(attempt.holding(), 0)
                .subscribe()
                .with(done -> {}, fault -> LOG.debug("{}: its start could not be corrected", attempt, fault));
    }

    private Result result(HeldAttempt attempt, long startedAtMs, Outcome outcome, String logUrl) {
        ClaimedTask task = attempt.task();
        Verdict verdict = finisher.finish(outcome, task.spec().retry(), task.retry(), task.lost());
        byte[] value = outcome instanceof Outcome.Succeeded success ? success.result() : null;
        boolean omitted = outcome instanceof Outcome.Succeeded success && success.resultOmitted();
        Completion completion = new Completion(
                attempt.holding(),
                task.spec().type(),
                task.spec().queue(),
                task.attempt(),
                nodeId,
                verdict,
                startedAtMs,
                value,
                omitted,
                outcome.error(),
                BY_AX,
                logUrl);
        return new Result(attempt, completion, startedAtMs == 0 ? -1 : Math.max(0, clock.nowMs() - startedAtMs));
    }

    private void settled(Result result, CompletionStatus status) {
        HeldAttempt attempt = result.attempt();
        held.remove(attempt);
        if (status == CompletionStatus.ACCEPTED || status == CompletionStatus.REPEATED) {
            metrics.attemptEnded(result.completion().verdict().status(), result.runMs());
        } else {
            dropped(attempt, result.runMs());
        }
    }

    private void unsettled(Result result, Throwable fault) {
        held.remove(result.attempt());
        LOG.error(
                "{}: the store cannot take its end ({}); its lease will end, and it runs again.",
                result.attempt(),
                result.completion().verdict().status(),
                fault);
    }

    private void dropped(HeldAttempt attempt, long runMs) {
        if (attempt.ending() == Ending.CANCELED) {
            metrics.attemptEnded(AttemptStatus.CANCELED, runMs);
        } else {
            metrics.resultRefused();
            LOG.info("{}: its result is refused, another attempt or end came first; nothing of it is kept.", attempt);
        }
    }

    private Uni<List<Boolean>> handOver(List<Handover> batch) {
        return Uni.join().all(batch.stream().map(this::handOver).toList()).andFailFast();
    }

    private Uni<Boolean> handOver(Handover handover) {
        ClaimedTask task = handover.attempt().task();
        long remainingMs = handover.startedAtMs() + task.spec().timeout().toMillis() - clock.nowMs();
        return store.detach(
                task.holding(),
                handover.startedAtMs(),
                Duration.ofMillis(Math.max(1, remainingMs)),
                handover.heartbeat());
    }

    private void notHandedOver(Handover handover, Throwable fault) {
        held.remove(handover.attempt());
        LOG.error(
                "{}: the store cannot give it to its executor; its lease will end, and it runs again.",
                handover.attempt(),
                fault);
    }

    /** What a pool said of the end of an attempt. */
    private record End(HeldAttempt attempt, long startedAtMs, Outcome outcome, String logUrl) {}
}
