package dev.ax.wheel;

/** Takes timers that are due. It may schedule and cancel in the wheel that called it, but must not poll it. */
@FunctionalInterface
public interface TimerHandler {

    /**
     * A timer is due, and the wheel has forgotten it.
     *
     * @param deadlineMs as it was scheduled
     * @param payload as it was scheduled
     */
    void onTimer(long deadlineMs, long payload);
}
