package dev.ax.dispatch;

import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;

/** The loop of a Vert.x context. */
final class ContextLoop implements Loop {
    private final Vertx vertx;
    private final ContextInternal context;

    ContextLoop(Vertx vertx, ContextInternal context) {
        this.vertx = vertx;
        this.context = context;
    }

    @Override
    public void execute(Runnable work) {
        context.runOnContext(ignored -> work.run());
    }

    @Override
    public void run(Runnable work) {
        if (context.inThread()) {
            work.run();
        } else {
            execute(work);
        }
    }

    @Override
    public void after(long delayMs, Runnable work) {
        vertx.setTimer(Math.max(1, delayMs), ignored -> execute(work));
    }
}
