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
 * @param heartbeatInterval sign of life between nodes; nothing acts on it while a node is alone
 * @param heartbeatTimeout without one for this long a node counts as gone
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

    private static final Duration MILLISECOND = Duration.ofMillis(1);

    public SchedulerConfig {
        new Checks()
                .within("tick-duration", tickDuration, Duration.ofMillis(10), Duration.ofSeconds(10))
                .within("wheel-size", wheelSize, 2, 65_536)
                .within("fine-tick", fineTick, MILLISECOND, Duration.ofSeconds(10))
                .that(
                        fineTick.compareTo(tickDuration) <= 0,
                        "fine-tick to be no longer than tick-duration",
                        "fine-tick",
                        "tick-duration")
                .within("lock-expire", lockExpire, Duration.ofMillis(500), Duration.ofHours(1))
                .within("lock-renew-interval", lockRenewInterval, Duration.ofMillis(50), Duration.ofHours(1))
                .that(
                        lockRenewInterval.compareTo(lockExpire) < 0,
                        "lock-renew-interval to be shorter than lock-expire, or every lease ends before it is renewed",
                        "lock-renew-interval",
                        "lock-expire")
                .within("heartbeat-interval", heartbeatInterval, Duration.ofMillis(100), Duration.ofHours(1))
                .within("heartbeat-timeout", heartbeatTimeout, Duration.ofMillis(200), Duration.ofHours(1))
                .that(
                        heartbeatInterval.compareTo(heartbeatTimeout) < 0,
                        "heartbeat-interval to be shorter than heartbeat-timeout",
                        "heartbeat-interval",
                        "heartbeat-timeout")
                .within("ageing-step", ageingStep, MILLISECOND, Duration.ofDays(1))
                .within("partitions", partitions, 1, 1024)
                .ratio("default-spread", defaultSpread)
                .done();
    }

    /** How far ahead the wheel reaches. */
    public Duration span() {
        return tickDuration.multipliedBy(wheelSize);
    }
}
