package dev.ax.worker;

import dev.ax.task.Progress;
import io.smallrye.mutiny.Uni;

/** What the holder of a lease knows of it: asked before the executor is called and before its result is sent. */
public interface LeaseGuard {

    /**
     * Checks that the attempt still holds and marks it begun, in one step, so that a cancel falls before or after it.
     * Emits on the event loop of dispatch; what the subscriber does there, before it returns, belongs to that step.
     *
     * @return the store's clock in epoch ms at the beginning; 0 where the attempt no longer holds and must not begin
     */
    Uni<Long> begin();

    /** Whether the attempt was neither cancelled nor lost, as far as is known. */
    boolean holds();

    /** Has {@code interrupt} called, on any thread, once the attempt is cancelled or lost; at once where it is already. */
    void onVoid(Interrupt interrupt);

    /** Passes on what the executor says of itself: best effort. */
    void progress(Progress progress);
}
