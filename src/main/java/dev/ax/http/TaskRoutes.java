package dev.ax.http;

import dev.ax.async.Bridge;
import dev.ax.config.Role;
import dev.ax.contract.HistoryJson;
import dev.ax.contract.ListQuery;
import dev.ax.contract.Problem;
import dev.ax.contract.TaskAction;
import dev.ax.contract.TaskJson;
import dev.ax.scheduler.Scheduler;
import dev.ax.store.TaskQuery;
import dev.ax.task.Task;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;

/** Looks at tasks. */
final class TaskRoutes {
    private final Scheduler scheduler;
    private final Waits waits;

    TaskRoutes(Scheduler scheduler, Waits waits) {
        this.scheduler = scheduler;
        this.waits = waits;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/v1/tasks", Role.READ, this::list),
                Endpoint.get("/v1/tasks/:id", Role.READ, this::get),
                Endpoint.get("/v1/tasks/:id/history", Role.READ, this::history),
                Endpoint.get("/v1/dead-letters", Role.READ, this::deadLetters),
                Endpoint.delete("/v1/dead-letters/:id", Role.ADMIN, this::forget));
    }

    private void list(RoutingContext ctx) {
        list(ctx, Answers.valid(ListQuery.tasks(ctx.queryParams())));
    }

    private void deadLetters(RoutingContext ctx) {
        list(ctx, Answers.valid(ListQuery.deadLetters(ctx.queryParams())));
    }

    private void list(RoutingContext ctx, TaskQuery query) {
        Answers.when(ctx, Bridge.future(scheduler.list(query)), page -> Answers.json(ctx, 200, TaskJson.of(page)));
    }

    private void get(RoutingContext ctx) {
        String id = ctx.pathParam("id");
        Duration wait = Answers.valid(ListQuery.waitForEnd(ctx.queryParams()));
        Future<Task> found = wait.isZero() ? Bridge.future(scheduler.get(id)) : waits.awaitEnd(ctx, id, wait);
        Answers.when(ctx, found, task -> {
            if (task == null) {
                throw new Refusal(Problem.taskNotFound(id));
            }
            Answers.task(ctx, 200, task);
        });
    }

    private void history(RoutingContext ctx) {
        String id = ctx.pathParam("id");
        Answers.when(ctx, Bridge.future(scheduler.history(id)), history -> {
            if (history == null) {
                throw new Refusal(Problem.taskNotFound(id));
            }
            Answers.json(ctx, 200, HistoryJson.of(history));
        });
    }

    private void forget(RoutingContext ctx) {
        String id = ctx.pathParam("id");
        Answers.when(ctx, Bridge.future(scheduler.forget(id)), result -> {
            Answers.done(TaskAction.FORGET, id, result);
            Answers.empty(ctx);
        });
    }
}
