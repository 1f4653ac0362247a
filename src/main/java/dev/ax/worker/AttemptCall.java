package dev.ax.worker;

/** The call of an executor for one attempt. */
interface AttemptCall {

    /**
     * Calls the executor. Does not block; runs in the step in which the guard let the attempt begin.
     *
     * @param startedAtMs that instant by the store's clock
     */
    void start(long startedAtMs);

    /**
     * Makes the executor stop: nothing it still says will be heard. Any thread may call it, more than once and after
     * the end, but not before {@link #start} was called.
     *
     * @return false where the executor had not been called yet; since the attempt is over, it never will be
     */
    boolean stop();
}
