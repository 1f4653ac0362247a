package dev.ax.examples;

import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskContext;
import dev.ax.scheduler.TaskRequest;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.task.Task;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** A shop that closes an order 30 minutes after it was placed, unless it was paid by then. */
final class CloseOrderExample {
    private static final String TYPE = "order.close";
    private static final Duration TIME_TO_PAY = Duration.ofMinutes(30);

    private final Scheduler scheduler;
    private final Orders orders;

    CloseOrderExample(Scheduler scheduler, Orders orders) {
        this.scheduler = scheduler;
        this.orders = orders;
        scheduler.register(TYPE, this::close);
    }

    /** The order was placed. Saying so twice makes one task: the id sees to it. */
    Uni<Task> placed(String order) {
        return scheduler.submit(TaskRequest.of(TYPE)
                .id(taskId(order))
                .delay(TIME_TO_PAY)
                .payload(new JsonObject().put("order", order)));
    }

    /** The order was paid: once this is answered, it is not closed any more. */
    Uni<ActionResult> paid(String order) {
        return scheduler.cancel(taskId(order), Actor.embedded("paid"));
    }

    /** Runs off the event loop, so it may block; maybe more than once, so closing a closed order must do no harm. */
    private Object close(TaskContext context) {
        String order = context.payload().toJsonObject().getString("order");
        orders.close(order);
        return new JsonObject().put("closed", order);
    }

    static String taskId(String order) {
        return "order:close:" + order; // such as order:close:123456
    }

    /** The shop's own. */
    interface Orders {
        void close(String order);
    }
}
