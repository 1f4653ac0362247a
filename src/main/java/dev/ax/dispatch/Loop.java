package dev.ax.dispatch;

/** The event loop that owns the state of dispatch, as its plain classes see it. */
interface Loop {

    /** Runs {@code work} in a turn of the loop, in the order of calls. Any thread may call it. */
    void execute(Runnable work);

    /** Runs {@code work} now where the caller is in the loop's turn already, else like {@link #execute}. */
    void run(Runnable work);

    /** Runs {@code work} in a turn of the loop after so many milliseconds. Any thread may call it. */
    void after(long delayMs, Runnable work);
}
