package dev.ax.contract;

import dev.ax.config.AxConfig;
import dev.ax.task.RetryPolicy;

/**
 * What a task gets that does not say otherwise.
 *
 * @param retry of tasks that name no policy, or only a part of one
 * @param spread ratio of the delay that is added at random, 0 to 1
 */
public record TaskDefaults(RetryPolicy retry, double spread) {

    public TaskDefaults {
        if (!(spread >= 0 && spread <= 1)) {
            throw new IllegalArgumentException("spread must be 0 to 1");
        }
    }

    public static TaskDefaults of(AxConfig config) {
        return new TaskDefaults(config.retry().defaults(), config.scheduler().defaultSpread());
    }
}
