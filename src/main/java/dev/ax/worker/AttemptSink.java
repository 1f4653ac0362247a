package dev.ax.worker;

import dev.ax.task.Outcome;
import java.time.Duration;

/** Hears how an attempt ended. */
public interface AttemptSink {

    /**
     * The attempt ended.
     *
     * @param startedAtMs when the executor was called, by the store's clock; 0 where it was not
     */
    void ended(long startedAtMs, Outcome outcome, String logUrl);

    /**
     * The executor took the work and will report.
     *
     * @param heartbeat how often it will be heard of; null for not before the end
     */
    void detached(long startedAtMs, Duration heartbeat);

    /** The guard did not let it begin: nothing was called. */
    void neverBegan();
}
