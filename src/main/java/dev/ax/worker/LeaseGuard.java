package dev.ax.worker;

import dev.ax.task.Progress;

/** What the holder of a lease knows of it: asked before the executor is called and before its result is sent. */
public interface LeaseGuard {

    /**
     * Checks that the attempt still holds and marks it begun, in one step, so that a cancel falls before or after it.
     * What {@code beginning} does before it returns belongs to that step. It is called before this returns where the
     * lease was proved lately, else on the event loop of dispatch once the store was asked. Any thread may call this.
     */
    void begin(Beginning beginning);

    /** Whether the attempt was neither cancelled nor lost, as far as is known. */
    boolean holds();

    /** Has {@code interrupt} called, on any thread, once the attempt is cancelled or lost; at once where it is already. */
    void onVoid(Interrupt interrupt);

    /** Passes on what the executor says of itself: best effort. */
    void progress(Progress progress);
}
