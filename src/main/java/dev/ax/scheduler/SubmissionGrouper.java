package dev.ax.scheduler;

import dev.ax.async.TurnGatherer;
import dev.ax.config.StoreConfig;
import dev.ax.store.StoreException;
import dev.ax.store.Submission;
import dev.ax.store.TaskStore;
import dev.ax.task.TaskSpec;
import io.netty.channel.EventLoop;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has submissions of one turn of an event loop travel as one call of the store, since a script call costs much more than
 * a task in it. Callers on no event loop share one.
 *
 * <p>Any thread may call it. What waits for the store is bounded: a store that falls behind must not fill the node.
 */
final class SubmissionGrouper {
    private final VertxInternal vertx;
    private final TaskStore store;
    private final StoreConfig limits;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<EventLoop, TurnGatherer<Waiting>> byLoop = new ConcurrentHashMap<>();
    private final TurnGatherer<Waiting> others;

    SubmissionGrouper(Vertx vertx, TaskStore store, StoreConfig limits) {
        this.vertx = (VertxInternal) vertx;
        this.store = store;
        this.limits = limits;
        this.others = new TurnGatherer<>(this.vertx.createEventLoopContext(), this::send);
    }

    /** Submits; one result a task, in order. Fails as BUSY, at once, where too many wait already. */
    Uni<List<Submission>> submit(List<TaskSpec> specs) {
        if (specs.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        return Uni.createFrom().emitter(emitter -> admit(new Waiting(List.copyOf(specs), emitter)));
    }

    /** Submissions that the store has not answered yet. */
    int waiting() {
        return waiting.get();
    }

    private void admit(Waiting submission) {
        int size = submission.specs.size();
        int before = waiting.getAndAdd(size);
        // a batch above the bound passes when it is alone, or it never would
        if (before > 0 && before + size > limits.maxQueued()) {
            waiting.addAndGet(-size);
            submission.emitter.fail(new StoreException(
                    StoreException.Kind.BUSY, before + " submissions of this node wait for the store", null));
        } else if (size >= limits.batchSize()) {
            send(List.of(submission)); // fills a call by itself: company would only make others wait for it
        } else {
            gatherer().add(submission);
        }
    }

    private TurnGatherer<Waiting> gatherer() {
        Context caller = Vertx.currentContext();
        if (caller == null || !caller.isEventLoopContext()) {
            return others;
        }
        // by loop, not by context: contexts come and go with requests and deployments, loops are few and stay
        return byLoop.computeIfAbsent(((ContextInternal) caller).nettyEventLoop(), this::gathererOn);
    }

    private TurnGatherer<Waiting> gathererOn(EventLoop loop) {
        Context context = vertx.contextBuilder().withEventLoop(loop).build();
        return new TurnGatherer<>(context, this::send);
    }

    private void send(List<Waiting> submissions) {
        List<TaskSpec> specs = new ArrayList<>(submissions.size());
        submissions.forEach(submission -> specs.addAll(submission.specs));
        Uni.createFrom()
                .deferred(() -> store.submit(specs))
                .onItemOrFailure()
                .invoke((results, failure) -> waiting.addAndGet(-specs.size()))
                .subscribe()
                .with(results -> answer(submissions, specs.size(), results), failure -> fail(submissions, failure));
    }

    private static void answer(List<Waiting> submissions, int asked, List<Submission> results) {
        if (results.size() != asked) {
            String message = "the store answered " + results.size() + " of " + asked + " submissions";
            fail(submissions, new StoreException(StoreException.Kind.BROKEN, message, null));
            return;
        }
        int from = 0;
        for (Waiting submission : submissions) {
            int to = from + submission.specs.size();
            submission.emitter.complete(List.copyOf(results.subList(from, to)));
            from = to;
        }
    }

    private static void fail(List<Waiting> submissions, Throwable failure) {
        submissions.forEach(submission -> submission.emitter.fail(failure));
    }

    private record Waiting(List<TaskSpec> specs, UniEmitter<? super List<Submission>> emitter) {}
}
