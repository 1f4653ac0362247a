package dev.ax.wheel;

/**
 * A timer wheel as {@link WheelBenchmark} sees it: its timers are numbered, and the contender keeps its own handles. All
 * have 512 slots of about 100 ms.
 */
interface Contender {

    /** Has timer {@code i} wait for so long. */
    void schedule(int i, long delayMs);

    /** Forgets a timer that waits. */
    void cancel(int i);

    /** Schedules a timer for each delay, so that {@link #expire} finds them in their slots. */
    default void prepareExpiry(int[] delaysMs) {
        for (int i = 0; i < delaysMs.length; i++) {
            schedule(i, delaysMs[i]);
        }
    }

    /** Lets time pass, as fast as it goes, until each timer has fired. */
    int expire();

    /** One more slot passes, in which nothing is due. */
    int emptyTick();

    /** Ends what runs. */
    default void close() {}

    /** The contender of that name with room for so many handles. */
    static Contender of(String name, int timers) {
        return switch (name) {
            case "ax" -> new AxContender(timers);
            case "netty" -> new NettyContender(timers);
            case "agrona" -> new AgronaContender(timers);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
