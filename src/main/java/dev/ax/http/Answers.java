package dev.ax.http;

import dev.ax.contract.Fault;
import dev.ax.contract.Input;
import dev.ax.contract.Problem;
import dev.ax.contract.TaskAction;
import dev.ax.contract.TaskJson;
import dev.ax.store.ActionResult;
import dev.ax.store.BadCursorException;
import dev.ax.store.StoreException;
import dev.ax.task.Task;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers: one place for headers, for what a failure looks like, and for bodies that nobody read. */
final class Answers {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    private static final CharSequence NO_SNIFF_NAME = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

    private Answers() {}

    /** Hands on what a future holds; whatever fails, also in {@code answer}, is answered as a problem. */
    static <T> void when(RoutingContext ctx, Future<T> future, Consumer<T> answer) {
        future.map(value -> {
                    if (!ctx.response().ended() && !ctx.response().closed()) {
                        answer.accept(value);
                    }
                    return null;
                })
                .onFailure(fault -> failed(ctx, fault));
    }

    /** The value of what was read from a request. */
    static <T> T valid(Input<T> input) {
        if (input instanceof Input.Valid<T> valid) {
            return valid.value();
        }
        throw new Refusal(((Input.Invalid<T>) input).problem());
    }

    /** What was done. */
    static ActionResult.Done done(TaskAction action, String id, ActionResult result) {
        if (result instanceof ActionResult.Done done) {
            return done;
        }
        throw new Refusal(action.problemOf(id, result));
    }

    static void task(RoutingContext ctx, int status, Task task) {
        ctx.response().putHeader(HttpHeaders.ETAG, "\"" + task.version() + "\"");
        json(ctx, status, TaskJson.of(task));
    }

    static void json(RoutingContext ctx, int status, Buffer json) {
        ctx.response().putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE); // it may have changed by the time it is read
        body(ctx, status, MediaTypes.JSON, json);
    }

    static void problem(RoutingContext ctx, Problem problem) {
        refused(ctx, new Refusal(problem));
    }

    static void refused(RoutingContext ctx, Refusal refusal) {
        if (refusal.retryAfterSeconds() != null) {
            ctx.response()
                    .putHeader(
                            HttpHeaders.RETRY_AFTER, refusal.retryAfterSeconds().toString());
        }
        body(ctx, refusal.status(), Problem.MEDIA_TYPE, refusal.body());
    }

    static void empty(RoutingContext ctx) {
        end(ctx.request(), ctx.response().setStatusCode(204), Buffer.buffer());
    }

    static void body(RoutingContext ctx, int status, String type, Buffer body) {
        HttpServerResponse response = ctx.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, type)
                .putHeader(NO_SNIFF_NAME, NO_SNIFF);
        end(ctx.request(), response, body);
    }

    /** Answers what has thrown, here or in the router. */
    static void failed(RoutingContext ctx) {
        boolean byRouter = ctx.failure() == null || ctx.request().authority() == null;
        if (byRouter) { // it found the request to be none: a path that cannot be decoded, no Host
            refused(ctx, Refusal.malformed(400));
        } else {
            failed(ctx, ctx.failure());
        }
    }

    private static void failed(RoutingContext ctx, Throwable fault) {
        if (ctx.response().ended() || ctx.response().closed()) {
            LOG.debug("nobody is left to hear of it", fault);
        } else if (fault instanceof Refusal refusal) {
            refused(ctx, refusal);
        } else if (fault instanceof StoreException away && away.retryable()) {
            problem(ctx, Problem.of(away));
        } else if (fault instanceof BadCursorException) {
            problem(ctx, Problem.invalid(List.of(new Fault("/cursor", fault.getMessage()))));
        } else if (fault instanceof HttpException refused && refused.getStatusCode() < 500) {
            refused(ctx, Refusal.malformed(refused.getStatusCode()));
        } else {
            unforeseen(ctx, fault);
        }
    }

    /** Says nothing of the fault but where the log has it: its text may hold what is no client's business. */
    private static void unforeseen(RoutingContext ctx, Throwable fault) {
        String reference = Long.toHexString(ThreadLocalRandom.current().nextLong());
        // Where the store said no, its words say all: a trace with each request would bury them.
        Throwable trace = fault instanceof StoreException ? null : fault;
        LOG.error("{} {} failed, answered 500 as {}: {}", ctx.request().method(), pathOf(ctx), reference, fault, trace);
        problem(ctx, Problem.internal(reference));
    }

    /** As in the table of calls: what the client wrote could forge lines of the log. */
    private static String pathOf(RoutingContext ctx) {
        Route route = ctx.currentRoute();
        return route == null ? null : route.getPath();
    }

    /** Answers what the decoder could not make a request of; the connection has no next one. */
    static void unreadable(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        int status = cause instanceof TooLongHttpLineException
                ? 414
                : cause instanceof TooLongHttpHeaderException ? 431 : 400;
        HttpServerResponse response = request.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        response.end(Refusal.malformed(status).body());
        request.connection().close();
    }

    private static void end(HttpServerRequest request, HttpServerResponse response, Buffer body) {
        if (request.method().equals(HttpMethod.HEAD)) {
            response.putHeader(HttpHeaders.CONTENT_LENGTH, String.valueOf(body.length()));
            response.end();
        } else if (Unread.isLeft(request)) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            response.end(body);
            Unread.drain(Vertx.currentContext().owner(), request);
        } else {
            response.end(body);
        }
    }
}
