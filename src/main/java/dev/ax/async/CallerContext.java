package dev.ax.async;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** Brings answers back to where they were asked for. */
public final class CallerContext {
    private CallerContext() {}

    /**
     * A Uni that calls {@code operation} once for each subscription and answers on the Vert.x context of the subscriber;
     * on whatever thread the operation ends on where it has none.
     */
    public static <T> Uni<T> answer(Supplier<Uni<? extends T>> operation) {
        return Uni.createFrom().deferred(() -> {
            Context caller = Vertx.currentContext();
            Uni<T> answer = Uni.createFrom().deferred(operation);
            return caller == null ? answer : answer.emitOn(command -> run(caller, command));
        });
    }

    private static void run(Context caller, Runnable command) {
        if (Vertx.currentContext() == caller) {
            command.run(); // it is there already: a further turn would only cost time
        } else {
            caller.runOnContext(ignored -> command.run());
        }
    }
}
