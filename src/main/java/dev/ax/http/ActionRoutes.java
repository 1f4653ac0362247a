package dev.ax.http;

import dev.ax.async.Bridge;
import dev.ax.config.Role;
import dev.ax.contract.ActionBody;
import dev.ax.contract.HeartbeatBody;
import dev.ax.contract.Problem;
import dev.ax.contract.Report;
import dev.ax.contract.ReportBody;
import dev.ax.contract.TaskAction;
import dev.ax.scheduler.Scheduler;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.CompletionStatus;
import dev.ax.task.Task;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.BiFunction;

/** Acts on tasks, and takes the word of executors that report by themselves. */
final class ActionRoutes {
    private static final String BY = "api";

    private final HttpServices services;
    private final Scheduler scheduler;
    private final BodyReader bodies;

    ActionRoutes(HttpServices services, BodyReader bodies) {
        this.services = services;
        this.scheduler = services.scheduler();
        this.bodies = bodies;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post(
                        "/v1/tasks/:id/cancel", Role.WRITE, ctx -> act(ctx, TaskAction.CANCEL, scheduler::cancel)),
                Endpoint.post(
                        "/v1/tasks/:id/run-now", Role.WRITE, ctx -> act(ctx, TaskAction.RUN_NOW, scheduler::runNow)),
                Endpoint.post(
                        "/v1/tasks/:id/replay", Role.WRITE, ctx -> act(ctx, TaskAction.REPLAY, scheduler::replay)),
                Endpoint.post("/v1/tasks/:id/report", Role.WRITE, this::report),
                Endpoint.post("/v1/tasks/:id/heartbeat", Role.WRITE, this::heartbeat));
    }

    private void act(RoutingContext ctx, TaskAction action, BiFunction<String, Actor, Uni<ActionResult>> call) {
        String id = ctx.pathParam("id");
        Future<ActionResult> result = body(ctx).compose(body -> {
            ActionBody asked = Answers.valid(ActionBody.parse(body.getBytes()));
            return Bridge.future(call.apply(id, new Actor(BY, asked.reason())));
        });
        Answers.when(ctx, result, done -> {
            Answers.task(ctx, 200, Answers.done(action, id, done).task());
        });
    }

    private void report(RoutingContext ctx) {
        String id = ctx.pathParam("id");
        Future<CompletionStatus> result = body(ctx).compose(body -> {
            Report report = Answers.valid(ReportBody.parse(id, body.getBytes()));
            return Bridge.future(scheduler.report(report));
        });
        answer(
                ctx,
                id,
                result.map(status -> status == CompletionStatus.ACCEPTED || status == CompletionStatus.REPEATED));
    }

    private void heartbeat(RoutingContext ctx) {
        String id = ctx.pathParam("id");
        Future<Boolean> result = body(ctx).compose(body -> {
            HeartbeatBody beat = Answers.valid(HeartbeatBody.parse(body.getBytes()));
            return Bridge.future(scheduler.heartbeat(id, beat.token(), beat.progress()));
        });
        answer(ctx, id, result);
    }

    /** The executor learns how the task stands now, or that its attempt is over. */
    private void answer(RoutingContext ctx, String id, Future<Boolean> taken) {
        Answers.when(
                ctx,
                taken.compose(yes -> Bridge.future(scheduler.get(id)).map(task -> held(id, task, yes))),
                task -> Answers.task(ctx, 200, task));
    }

    private static Task held(String id, Task task, boolean taken) {
        if (task == null) {
            throw new Refusal(Problem.taskNotFound(id));
        } else if (!taken) {
            throw new Refusal(Problem.tokenRefused());
        }
        return task;
    }

    private Future<Buffer> body(RoutingContext ctx) {
        Bodies.requireJson(ctx.request());
        return bodies.read(ctx, Bodies.mostBytes(services.limits()));
    }
}
