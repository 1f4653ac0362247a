package dev.ax.config;

import dev.ax.task.RetryPolicy;

/**
 * Retry of tasks that name no policy of their own.
 *
 * @param budget retries in any minute over the cluster
 */
public record RetryConfig(RetryPolicy defaults, int budget) {

    public RetryConfig {
        new Checks().within("budget", budget, 1, 10_000_000).done();
    }
}
