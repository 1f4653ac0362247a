package dev.ax.node;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for a bounded time. */
final class Patience {
    private Patience() {}

    /**
     * The item of {@code slow}, or a failure once the time is up.
     *
     * @param late gets an item that came after all
     */
    static <T> Uni<T> within(Vertx vertx, Duration time, Uni<T> slow, Supplier<Throwable> timeUp, Consumer<T> late) {
        return Uni.createFrom().emitter(emitter -> {
            AtomicBoolean over = new AtomicBoolean();
            long timer = vertx.setTimer(Math.max(1, time.toMillis()), ignored -> {
                if (over.compareAndSet(false, true)) {
                    emitter.fail(timeUp.get());
                }
            });
            slow.subscribe()
                    .with(
                            item -> {
                                if (over.compareAndSet(false, true)) {
                                    vertx.cancelTimer(timer);
                                    emitter.complete(item);
                                } else {
                                    late.accept(item);
                                }
                            },
                            fault -> {
                                if (over.compareAndSet(false, true)) {
                                    vertx.cancelTimer(timer);
                                    emitter.fail(fault);
                                }
                            });
        });
    }

    /** Repeats {@code call} with a pause, until it succeeds or {@code forGood} says of its failure that it is. */
    static <T> Uni<T> until(Vertx vertx, Duration pause, Supplier<Uni<T>> call, Predicate<Throwable> forGood) {
        return Uni.createFrom()
                .deferred(() -> call.get())
                .onFailure(fault -> !forGood.test(fault))
                .recoverWithUni(() -> pause(vertx, pause).chain(() -> until(vertx, pause, call, forGood)));
    }

    private static Uni<Void> pause(Vertx vertx, Duration time) {
        return Uni.createFrom().emitter(emitter -> vertx.setTimer(time.toMillis(), ignored -> emitter.complete(null)));
    }
}
