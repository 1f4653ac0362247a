package dev.ax.scheduler;

import dev.ax.config.StoreConfig;
import dev.ax.store.StoreException;
import dev.ax.store.Submission;
import dev.ax.store.TaskStore;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has submissions travel together, since a script call costs much more than a task in it. What arrives in one turn of an
 * event loop goes as one call. While a call is under way, what arrives on any loop gathers, and goes once that call is
 * answered, once it fills a call by itself, or after a few milliseconds. So calls grow with the load, a lone submission
 * waits for nothing, and a store that hangs holds up nobody twice.
 *
 * <p>Any thread may call it. What waits for the store is bounded: a store that falls behind must not fill the node.
 */
final class SubmissionGrouper {
    /** Far above a call's time on a healthy store, far below what a caller that waits for a broken one would notice. */
    static final long LONGEST_GATHERING_MS = 20;

    private final TaskStore store;
    private final StoreConfig limits;
    private final Timers timers;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Context loop; // for callers on no event loop

    // guarded by this
    private List<WaitingSubmission> gathered = new ArrayList<>();
    private int gatheredTasks;
    private int underWay; // calls of gathered submissions
    private boolean leaving; // at the end of a turn
    private boolean timed;

    SubmissionGrouper(Vertx vertx, TaskStore store, StoreConfig limits) {
        this(vertx, store, limits, Timers.of(vertx));
    }

    SubmissionGrouper(Vertx vertx, TaskStore store, StoreConfig limits, Timers timers) {
        this.store = store;
        this.limits = limits;
        this.timers = timers;
        this.loop = ((VertxInternal) vertx).createEventLoopContext();
    }

    /**
     * Submits; one result a task, in order, on the caller's context where it has one. Fails as BUSY, at once, where too
     * many wait already.
     */
    Uni<List<Submission>> submit(List<TaskSpec> specs) {
        if (specs.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        List<TaskSpec> kept = List.copyOf(specs);
        return Uni.createFrom().emitter(emitter -> {
            ContextInternal caller = (ContextInternal) Vertx.currentContext();
            admit(new WaitingSubmission(kept, caller, emitter));
        });
    }

    /** Submissions that the store has not answered yet. */
    int waiting() {
        return waiting.get();
    }

    private void admit(WaitingSubmission submission) {
        int size = submission.size();
        int before = waiting.getAndAdd(size);
        // a batch above the bound passes when it is alone, or it never would
        if (before > 0 && before + size > limits.maxQueued()) {
            waiting.addAndGet(-size);
            submission.fail(new StoreException(
                    StoreException.Kind.BUSY, before + " submissions of this node wait for the store", null));
        } else if (size >= limits.batchSize()) {
            send(List.of(submission), () -> {}); // fills a call by itself: company would only make others wait for it
        } else {
            gather(submission);
        }
    }

    private void gather(WaitingSubmission submission) {
        List<WaitingSubmission> full = List.of();
        boolean leave = false;
        boolean time = false;
        synchronized (this) {
            gathered.add(submission);
            gatheredTasks += submission.size();
            if (gatheredTasks >= limits.batchSize()) {
                full = take();
            } else if (!leaving && underWay == 0) {
                leaving = leave = true;
            } else if (!leaving && !timed) {
                timed = time = true;
            }
        }
        if (leave) {
            turn().runOnContext(ended -> leave());
        } else if (time) {
            timers.after(LONGEST_GATHERING_MS, this::timeUp);
        } else {
            sendGathered(full);
        }
    }

    /** The loop whose present turn is to end first. */
    private Context turn() {
        Context caller = Vertx.currentContext();
        return caller != null && caller.isEventLoopContext() ? caller : loop;
    }

    private void leave() {
        List<WaitingSubmission> taken;
        synchronized (this) {
            leaving = false;
            taken = take();
        }
        sendGathered(taken);
    }

    private void timeUp() {
        List<WaitingSubmission> late;
        synchronized (this) {
            timed = false;
            late = take();
        }
        sendGathered(late);
    }

    private void callEnded() {
        List<WaitingSubmission> next = List.of();
        synchronized (this) {
            underWay--;
            if (!leaving && underWay == 0) {
                next = take();
            }
        }
        sendGathered(next);
    }

    /** Holds the lock. */
    private List<WaitingSubmission> take() {
        if (gathered.isEmpty()) {
            return List.of();
        }
        List<WaitingSubmission> taken = gathered;
        gathered = new ArrayList<>(taken.size());
        gatheredTasks = 0;
        underWay++;
        return taken;
    }

    private void sendGathered(List<WaitingSubmission> submissions) {
        if (!submissions.isEmpty()) {
            send(submissions, this::callEnded);
        }
    }

    private void send(List<WaitingSubmission> submissions, Runnable ended) {
        List<TaskSpec> specs = new ArrayList<>(submissions.size());
        submissions.forEach(submission -> specs.addAll(submission.specs()));
        Uni.createFrom()
                .deferred(() -> store.submit(specs))
                .onItemOrFailure()
                .invoke((results, failure) -> {
                    waiting.addAndGet(-specs.size());
                    ended.run(); // before the answers are given: they may take a while
                })
                .subscribe()
                .with(results -> answer(submissions, specs.size(), results), failure -> fail(submissions, failure));
    }

    private static void answer(List<WaitingSubmission> submissions, int asked, List<Submission> results) {
        if (results.size() != asked) {
            String message = "the store answered " + results.size() + " of " + asked + " submissions";
            fail(submissions, new StoreException(StoreException.Kind.BROKEN, message, null));
            return;
        }
        int from = 0;
        for (WaitingSubmission submission : submissions) {
            int to = from + submission.size();
            submission.answeredBy(results.subList(from, to));
            from = to;
        }
        WaitingSubmission.tell(submissions);
    }

    private static void fail(List<WaitingSubmission> submissions, Throwable failure) {
        submissions.forEach(submission -> submission.failedBy(failure));
        WaitingSubmission.tell(submissions);
    }
}
