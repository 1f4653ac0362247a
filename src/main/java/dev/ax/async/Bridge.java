package dev.ax.async;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.function.Supplier;

/** From {@link Future} to {@link Uni} and back. */
public final class Bridge {
    private Bridge() {}

    /** A Uni that calls {@code operation} once for each subscription. */
    public static <T> Uni<T> uni(Supplier<Future<T>> operation) {
        return Uni.createFrom().emitter(emitter -> {
            Future<T> future;
            try {
                future = operation.get();
            } catch (RuntimeException fault) {
                emitter.fail(fault);
                return;
            }
            future.onComplete(emitter::complete, emitter::fail);
        });
    }

    /** Subscribes; the future completes on the caller's Vert.x context where there is one. */
    public static <T> Future<T> future(Uni<T> uni) {
        ContextInternal context = (ContextInternal) Vertx.currentContext();
        Promise<T> promise = context != null ? context.promise() : Promise.promise();
        uni.subscribe().with(promise::complete, promise::fail);
        return promise.future();
    }
}
