package dev.ax.bus;

import dev.ax.async.Bridge;
import dev.ax.clock.StoreClock;
import dev.ax.contract.Parsed;
import dev.ax.contract.Problem;
import dev.ax.contract.TaskAction;
import dev.ax.contract.TaskJson;
import dev.ax.contract.TaskParser;
import dev.ax.scheduler.Scheduler;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.Submission;
import dev.ax.task.Task;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;

/**
 * Takes tasks and acts on them at {@link #SUBMIT} and its neighbours on the event bus.
 *
 * <p>A message's body is a {@code JsonObject}, or the JSON text as {@code Buffer} or {@code String}, which is passed on
 * byte for byte; the reply is the task as a {@code JsonObject}. A failure carries the HTTP status as its code and the
 * problem as JSON text. On one event loop; several instances share the messages.
 */
public final class BusVerticle extends VerticleBase {
    /** Takes the body of {@code POST /v1/tasks}. */
    public static final String SUBMIT = "ax.tasks.submit";

    /** Take {@code {id}}; the actions {@code reason} as well. */
    public static final String GET = "ax.tasks.get";

    public static final String CANCEL = "ax.tasks.cancel";
    public static final String RUN_NOW = "ax.tasks.runNow";
    public static final String REPLAY = "ax.tasks.replay";

    private static final String BY = "bus";

    private final Scheduler scheduler;
    private final TaskParser parser;
    private final StoreClock clock;
    private final Map<String, Handler<Message<Object>>> calls = new ConcurrentHashMap<>();
    private final List<MessageConsumer<Object>> open = new CopyOnWriteArrayList<>();

    public BusVerticle(Scheduler scheduler, TaskParser parser, StoreClock clock) {
        this.scheduler = scheduler;
        this.parser = parser;
        this.clock = clock;
    }

    @Override
    public Future<?> start() {
        return Future.all(List.of(
                serve(SUBMIT, this::submit),
                serve(GET, this::get),
                serve(CANCEL, body -> act(body, TaskAction.CANCEL, scheduler::cancel)),
                serve(RUN_NOW, body -> act(body, TaskAction.RUN_NOW, scheduler::runNow)),
                serve(REPLAY, body -> act(body, TaskAction.REPLAY, scheduler::replay))));
    }

    private Future<Void> serve(String address, Call call) {
        Handler<Message<Object>> handler = message -> answer(message, call);
        calls.put(address, handler);
        MessageConsumer<Object> consumer = vertx.eventBus().consumer(address, handler);
        open.add(consumer);
        return consumer.completion();
    }

    /**
     * Has other members of the cluster send no more here. What they sent before they hear of it is still answered, as is
     * what this process sends: for that a consumer stays that only this process knows of. Any thread may call it.
     */
    public Uni<Void> withdraw() {
        if (!vertx.isClustered()) {
            return Uni.createFrom().voidItem();
        }
        return Bridge.uni(
                () -> Future.join(open.stream().map(this::withdraw).toList()).mapEmpty());
    }

    private Future<Void> withdraw(MessageConsumer<Object> consumer) {
        return vertx.eventBus()
                .localConsumer(consumer.address(), calls.get(consumer.address()))
                .completion()
                .eventually(consumer::unregister);
    }

    private static void answer(Message<Object> message, Call call) {
        Future<Task> task;
        try {
            task = call.on(BusJson.text(message.body()));
        } catch (IllegalArgumentException unreadable) {
            task = Future.failedFuture(new BusRefusal(Problem.invalid("the body " + unreadable.getMessage())));
        } catch (RuntimeException fault) {
            task = Future.failedFuture(fault);
        }
        task.map(found -> BusJson.read(TaskJson.of(found).getBytes()))
                .onSuccess(message::reply)
                .onFailure(fault -> BusRefusal.fail(message, fault));
    }

    private Future<Task> submit(byte[] body) {
        Parsed parsed = parser.parse(body, null, clock.nowMs());
        if (parsed instanceof Parsed.Valid valid) {
            return Bridge.future(scheduler.submitAll(List.of(valid.spec()))).map(results -> taken(results.get(0)));
        }
        throw new BusRefusal(((Parsed.Invalid) parsed).problem());
    }

    private static Task taken(Submission submission) {
        if (submission instanceof Submission.Created created) {
            return created.task();
        } else if (submission instanceof Submission.Existing existing) {
            return existing.task();
        } else if (submission instanceof Submission.Conflict conflict) {
            throw new BusRefusal(Problem.idTaken(conflict.existing()));
        }
        throw ((Submission.Refused) submission).cause();
    }

    private Future<Task> get(byte[] body) {
        String id = BusBody.parse(body, false).id();
        return Bridge.future(scheduler.get(id)).map(task -> {
            if (task == null) {
                throw new BusRefusal(Problem.taskNotFound(id));
            }
            return task;
        });
    }

    private Future<Task> act(byte[] body, TaskAction action, BiFunction<String, Actor, Uni<ActionResult>> call) {
        BusBody asked = BusBody.parse(body, true);
        return Bridge.future(call.apply(asked.id(), new Actor(BY, asked.reason())))
                .map(result -> {
                    if (result instanceof ActionResult.Done done) {
                        return done.task();
                    }
                    throw new BusRefusal(action.problemOf(asked.id(), result));
                });
    }

    /** What an address does with the JSON text of a body; throws or fails with {@link BusRefusal} what it does not do. */
    private interface Call {
        Future<Task> on(byte[] body);
    }
}
