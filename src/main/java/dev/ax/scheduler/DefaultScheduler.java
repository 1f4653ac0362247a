package dev.ax.scheduler;

import dev.ax.async.CallerContext;
import dev.ax.contract.Report;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.store.Submission;
import dev.ax.store.TaskPage;
import dev.ax.store.TaskQuery;
import dev.ax.store.TaskStore;
import dev.ax.task.AttemptFinisher;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The scheduler of one node: groups what is submitted, waits, cancels and reports on top of the store. */
public final class DefaultScheduler implements Scheduler {
    private final TaskStore store;
    private final RequestReader reader;
    private final Handlers handlers;
    private final SubmissionGrouper grouper;
    private final EndWaits waits;
    private final Canceler canceler;
    private final Reporter reporter;

    public DefaultScheduler(SchedulerParts parts) {
        Context loop = ((VertxInternal) parts.vertx()).createEventLoopContext();
        this.store = parts.store();
        this.reader = parts.reader();
        this.handlers = parts.handlers();
        this.grouper = new SubmissionGrouper(parts.vertx(), store, parts.limits());
        this.waits = new EndWaits(
                store, parts.ends(), Timers.of(parts.vertx()), command -> loop.runOnContext(ignored -> command.run()));
        this.canceler = new Canceler(store, parts.vertx().eventBus());
        this.reporter = new Reporter(
                store,
                new AttemptFinisher(() -> ThreadLocalRandom.current().nextLong()),
                parts.clock(),
                parts.metrics());
    }

    @Override
    public void register(String type, TaskHandler handler) {
        handlers.register(type, handler);
    }

    @Override
    public Uni<Task> submit(TaskRequest request) {
        byte[] body; // as it is now: the request may be changed and used again
        try {
            body = request.toBytes();
        } catch (InvalidTaskException fault) {
            return Uni.createFrom().failure(fault);
        }
        return Uni.createFrom()
                .deferred(() -> grouper.submit(List.of(reader.read(body))))
                .map(results -> taken(results.get(0)));
    }

    @Override
    public Uni<List<Submission>> submitAll(List<TaskSpec> specs) {
        return grouper.submit(specs);
    }

    @Override
    public Uni<Task> get(String id) {
        return CallerContext.answer(() -> store.read(id));
    }

    @Override
    public Uni<Task> awaitEnd(String id, Duration wait) {
        return CallerContext.answer(() -> waits.await(id, wait));
    }

    @Override
    public Uni<History> history(String id) {
        return CallerContext.answer(() -> store.history(id));
    }

    @Override
    public Uni<TaskPage> list(TaskQuery query) {
        return CallerContext.answer(() -> store.list(query));
    }

    @Override
    public Uni<ActionResult> cancel(String id, Actor actor) {
        return CallerContext.answer(() -> canceler.cancel(id, actor));
    }

    @Override
    public Uni<ActionResult> runNow(String id, Actor actor) {
        return CallerContext.answer(() -> store.runNow(id, actor));
    }

    @Override
    public Uni<ActionResult> replay(String id, Actor actor) {
        return CallerContext.answer(() -> store.replay(id, actor));
    }

    @Override
    public Uni<ActionResult> forget(String id) {
        return CallerContext.answer(() -> store.forget(id));
    }

    @Override
    public Uni<CompletionStatus> report(Report report) {
        return CallerContext.answer(() -> reporter.report(report));
    }

    @Override
    public Uni<Boolean> heartbeat(String id, long token, Progress progress) {
        return CallerContext.answer(() -> store.heartbeat(new Holding(id, token), progress));
    }

    private static Task taken(Submission result) {
        if (result instanceof Submission.Created created) {
            return created.task();
        } else if (result instanceof Submission.Existing existing) {
            return existing.task();
        } else if (result instanceof Submission.Conflict conflict) {
            throw new TaskConflictException(conflict.existing());
        }
        throw ((Submission.Refused) result).cause();
    }
}
