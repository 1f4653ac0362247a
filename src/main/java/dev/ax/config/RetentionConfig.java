package dev.ax.config;

import java.time.Duration;

/** How long ended tasks are kept. */
public record RetentionConfig(Duration succeeded, Duration expired, Duration canceled, Duration failed) {}
