package dev.ax.scheduler;

import dev.ax.store.Submission;
import dev.ax.task.TaskSpec;
import io.netty.channel.EventLoop;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tasks that one caller submitted together and waits for. Handed from thread to thread, used by one at a time. */
final class WaitingSubmission {
    private final List<TaskSpec> specs;
    private final ContextInternal caller;
    private final UniEmitter<? super List<Submission>> emitter;
    private List<Submission> results;
    private Throwable failure;

    /** @param caller where the answer is wanted; null for no matter where */
    WaitingSubmission(List<TaskSpec> specs, ContextInternal caller, UniEmitter<? super List<Submission>> emitter) {
        this.specs = specs;
        this.caller = caller;
        this.emitter = emitter;
    }

    List<TaskSpec> specs() {
        return specs;
    }

    int size() {
        return specs.size();
    }

    /** Refuses it, on the caller's own thread. */
    void fail(Throwable cause) {
        emitter.fail(cause);
    }

    /** Keeps what is to be told. */
    void answeredBy(List<Submission> answer) {
        results = List.copyOf(answer);
    }

    /** Keeps what is to be told. */
    void failedBy(Throwable cause) {
        failure = cause;
    }

    /**
     * Tells all of them, each on its caller's context. Those of one event loop are told in one turn of it, at once where
     * this is a turn of it: queueing a turn for each would cost more than the answers.
     */
    static void tell(List<WaitingSubmission> submissions) {
        Map<EventLoop, List<WaitingSubmission>> byLoop = new HashMap<>();
        for (WaitingSubmission submission : submissions) {
            if (submission.caller == null) {
                submission.tell();
            } else if (submission.caller.isEventLoopContext()) {
                byLoop.computeIfAbsent(submission.caller.nettyEventLoop(), loop -> new ArrayList<>())
                        .add(submission);
            } else {
                submission.caller.runOnContext(turn -> submission.tell());
            }
        }
        byLoop.forEach((loop, ofLoop) -> {
            if (loop.inEventLoop()) {
                dispatch(ofLoop);
            } else {
                loop.execute(() -> dispatch(ofLoop));
            }
        });
    }

    private static void dispatch(List<WaitingSubmission> ofThisLoop) {
        for (WaitingSubmission submission : ofThisLoop) {
            submission.caller.dispatch(
                    submission::tell); // a caller that throws is its context's matter, not the next's
        }
    }

    private void tell() {
        if (failure == null) {
            emitter.complete(results);
        } else {
            emitter.fail(failure);
        }
    }
}
