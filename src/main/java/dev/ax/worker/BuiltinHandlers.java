package dev.ax.worker;

import dev.ax.scheduler.Handlers;
import dev.ax.scheduler.PermanentFailureException;
import dev.ax.scheduler.TaskContext;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code ax.*} handlers for trying things out. */
public final class BuiltinHandlers {
    private static final Logger LOG = LoggerFactory.getLogger(BuiltinHandlers.class);

    /** Of a payload that is logged; the rest is left out. */
    private static final int LOGGED_CHARACTERS = 1000;

    private BuiltinHandlers() {}

    /** Registers all of them. */
    public static void register(Handlers handlers) {
        handlers.register("ax.noop", context -> null);
        handlers.register("ax.echo", TaskContext::payload);
        handlers.register("ax.sleep", BuiltinHandlers::sleep);
        handlers.register("ax.fail", BuiltinHandlers::fail);
        handlers.register("ax.log", BuiltinHandlers::log);
    }

    private static Object sleep(TaskContext context) throws PermanentFailureException, InterruptedException {
        Thread.sleep(Math.max(0, member(context, "ms", 0L)));
        return null;
    }

    /** Fails the first {@code times} attempts, whatever became of them, so that a replay goes on where they ended. */
    private static Object fail(TaskContext context) throws Exception {
        boolean permanent = member(context, "permanent", false);
        if (context.attempt() > member(context, "times", Long.MAX_VALUE)) {
            return null;
        }
        String error = "asked to fail, attempt " + context.attempt();
        throw permanent ? new PermanentFailureException(error) : new IllegalStateException(error);
    }

    private static Object log(TaskContext context) {
        String payload = context.payload().toString(StandardCharsets.UTF_8);
        LOG.info(
                "{} attempt {}: {}",
                context.taskId(),
                context.attempt(),
                ErrorText.line(ErrorText.firstCharacters(payload, LOGGED_CHARACTERS)));
        return null;
    }

    private static <T> T member(TaskContext context, String name, T absent) throws PermanentFailureException {
        if (context.payload().length() == 0) {
            return absent;
        }
        try {
            Object value = new JsonObject(context.payload()).getValue(name, absent);
            Object held =
                    absent instanceof Long && value instanceof Number number ? (Object) number.longValue() : value;
            @SuppressWarnings("unchecked")
            Class<T> type = (Class<T>) absent.getClass();
            return type.cast(held);
        } catch (DecodeException | ClassCastException fault) {
            throw new PermanentFailureException(
                    context.type() + " takes an object as payload in which " + name + " is a "
                            + (absent instanceof Long ? "number" : "boolean"),
                    fault);
        }
    }
}
