package dev.ax.config;

/**
 * What is refused at the door.
 *
 * @param maxPayload bytes of a task's payload
 * @param maxBatchItems tasks in a batch
 * @param maxBatchBytes bytes of a batch
 */
public record LimitsConfig(int maxPayload, int maxBatchItems, int maxBatchBytes) {}
