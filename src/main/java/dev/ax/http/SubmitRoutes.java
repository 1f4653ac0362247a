package dev.ax.http;

import dev.ax.async.Bridge;
import dev.ax.config.Role;
import dev.ax.contract.Parsed;
import dev.ax.contract.ParsedBatch;
import dev.ax.contract.Problem;
import dev.ax.store.Submission;
import dev.ax.task.TaskSpec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** Takes tasks, one by one and in batches: the hot road of the way in. */
final class SubmitRoutes {
    private static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("Idempotency-Key");
    private static final CharSequence LOCATION = HttpHeaders.createOptimized("Location");

    /** Larger batches are read on a worker: some ten thousand tasks would hold the event loop up for tens of ms. */
    private static final int READ_ON_LOOP = 128 * 1024;

    private static final Problem KEY_ON_BATCH = Problem.invalid(
            "Idempotency-Key names one task, and a batch has many: give each its id, which does the same");

    private final Vertx vertx;
    private final HttpServices services;
    private final BodyReader bodies;

    SubmitRoutes(Vertx vertx, HttpServices services, BodyReader bodies) {
        this.vertx = vertx;
        this.services = services;
        this.bodies = bodies;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/tasks", Role.WRITE, this::one),
                Endpoint.post("/v1/tasks/batch", Role.WRITE, this::batch));
    }

    private void one(RoutingContext ctx) {
        Bodies.requireJson(ctx.request());
        int max = Bodies.mostBytes(services.limits());
        Answers.when(ctx, bodies.read(ctx, max).compose(body -> submit(ctx, body)), result -> answer(ctx, result));
    }

    private Future<Submission> submit(RoutingContext ctx, Buffer body) {
        Parsed parsed = services.parser()
                .parse(
                        body.getBytes(),
                        ctx.request().getHeader(IDEMPOTENCY_KEY),
                        services.clock().nowMs());
        if (parsed instanceof Parsed.Valid valid) {
            return Bridge.future(services.scheduler().submitAll(List.of(valid.spec())))
                    .map(results -> results.get(0));
        }
        throw new Refusal(((Parsed.Invalid) parsed).problem());
    }

    private static void answer(RoutingContext ctx, Submission result) {
        if (result instanceof Submission.Created created) {
            ctx.response().putHeader(LOCATION, "/v1/tasks/" + created.task().id());
            Answers.task(ctx, 201, created.task());
        } else if (result instanceof Submission.Existing existing) {
            Answers.task(ctx, 200, existing.task());
        } else if (result instanceof Submission.Conflict conflict) {
            Answers.problem(ctx, Problem.idTaken(conflict.existing()));
        } else {
            throw ((Submission.Refused) result).cause();
        }
    }

    private void batch(RoutingContext ctx) {
        boolean ndjson = Bodies.requireJsonOrLines(ctx.request());
        if (ctx.request().headers().contains(IDEMPOTENCY_KEY)) {
            throw new Refusal(KEY_ON_BATCH);
        }
        Answers.when(
                ctx,
                bodies.read(ctx, services.limits().maxBatchBytes())
                        .compose(body -> read(body, ndjson))
                        .compose(this::submit),
                results -> Answers.json(ctx, 200, results));
    }

    private Future<ParsedBatch> read(Buffer body, boolean ndjson) {
        long nowMs = services.clock().nowMs();
        return body.length() <= READ_ON_LOOP
                ? Future.succeededFuture(services.parser().parseBatch(body.getBytes(), ndjson, nowMs))
                : vertx.executeBlocking(() -> services.parser().parseBatch(body.getBytes(), ndjson, nowMs), false);
    }

    private Future<Buffer> submit(ParsedBatch batch) {
        if (batch instanceof ParsedBatch.Refused refused) {
            throw new Refusal(refused.problem());
        }
        List<Parsed> items = ((ParsedBatch.Items) batch).items();
        List<TaskSpec> specs = items.stream()
                .filter(Parsed.Valid.class::isInstance)
                .map(item -> ((Parsed.Valid) item).spec())
                .toList();
        if (specs.isEmpty()) {
            return Future.succeededFuture(BatchAnswer.of(items, List.of()));
        }
        return Bridge.future(services.scheduler().submitAll(specs)).map(results -> BatchAnswer.of(items, results));
    }
}
