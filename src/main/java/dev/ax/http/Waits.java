package dev.ax.http;

import dev.ax.async.Bridge;
import dev.ax.scheduler.Scheduler;
import dev.ax.task.Task;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/**
 * Requests that wait for the end of a task. Owned by the event loop of its verticle: what a client left is forgotten at
 * once, and when the verticle stops, all are answered with the task as it stands.
 */
final class Waits {
    private final Context context;
    private final Scheduler scheduler;
    private final Set<Runnable> open = new HashSet<>();

    Waits(Context context, Scheduler scheduler) {
        this.context = context;
        this.scheduler = scheduler;
    }

    /** The task once it has ended, or as it stands after {@code wait}; null where the id is not known. */
    Future<Task> awaitEnd(RoutingContext ctx, String id, Duration wait) {
        Promise<Task> answer = Promise.promise();
        Cancellable waiting = scheduler
                .awaitEnd(id, wait)
                .subscribe()
                .with(
                        task -> context.runOnContext(turn -> answer.tryComplete(task)),
                        fault -> context.runOnContext(turn -> answer.tryFail(fault)));
        Runnable cut = () -> {
            waiting.cancel();
            Bridge.future(scheduler.get(id)).onComplete(answer::tryComplete, answer::tryFail);
        };
        open.add(cut);
        ctx.addEndHandler(ended -> {
            waiting.cancel();
            open.remove(cut);
        });
        return answer.future();
    }

    /** Ends all waits. */
    void cut() {
        new ArrayList<>(open).forEach(Runnable::run);
    }
}
