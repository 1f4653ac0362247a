package dev.ax.scheduler;

import io.vertx.core.Vertx;

/** Calls back later. */
@FunctionalInterface
interface Timers {

    /**
     * Has {@code action} called once, {@code delayMs} from now, on the context of the caller.
     *
     * @return calls it off
     */
    Runnable after(long delayMs, Runnable action);

    static Timers of(Vertx vertx) {
        return (delayMs, action) -> {
            long id = vertx.setTimer(Math.max(1, delayMs), ignored -> action.run());
            return () -> vertx.cancelTimer(id);
        };
    }
}
