package dev.ax.config;

import java.time.Duration;

/** How long ended tasks are kept, each up to 3,650 days. */
public record RetentionConfig(Duration succeeded, Duration expired, Duration canceled, Duration failed) {
    private static final Duration LONGEST = Duration.ofDays(3650);

    public RetentionConfig {
        new Checks()
                .within("succeeded", succeeded, Duration.ZERO, LONGEST)
                .within("expired", expired, Duration.ZERO, LONGEST)
                .within("canceled", canceled, Duration.ZERO, LONGEST)
                .within("failed", failed, Duration.ZERO, LONGEST)
                .done();
    }
}
