package dev.ax.task;

/**
 * What follows from an attempt's end.
 *
 * @param status how the attempt ended
 * @param next SUCCEEDED, FAILED, CANCELED, or PENDING for another attempt
 * @param delayMs with PENDING: how long after the store has taken the end the task is due again
 * @param retry the retries used up by then
 * @param lost the LOST attempts in a row by then
 * @param reason why, for the history; null where the status says it all
 */
public record Verdict(AttemptStatus status, TaskState next, long delayMs, int retry, int lost, String reason) {}
