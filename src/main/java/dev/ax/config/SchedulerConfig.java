package dev.ax.config;

import java.time.Duration;

/**
 * Time: wheel, leases, heartbeat, order.
 *
 * @param tickDuration width of a wheel slot
 * @param wheelSize slots of the wheel
 * @param fineTick how often the slot being served is looked at while it holds something
 * @param lockExpire the lease of an attempt
 * @param lockRenewInterval how often leases are renewed
 * @param ageingStep how much waiting outweighs one step of priority
 * @param partitions fixed at first start
 * @param defaultSpread ratio of the delay that is added at random where a task names none
 */
public record SchedulerConfig(
        Duration tickDuration,
        int wheelSize,
        Duration fineTick,
        Duration lockExpire,
        Duration lockRenewInterval,
        Duration heartbeatInterval,
        Duration heartbeatTimeout,
        Duration ageingStep,
        int partitions,
        double defaultSpread) {

    /** How far ahead the wheel reaches. */
    public Duration span() {
        return tickDuration.multipliedBy(wheelSize);
    }
}
