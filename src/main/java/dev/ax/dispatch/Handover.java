package dev.ax.dispatch;

import java.time.Duration;

/**
 * An attempt that its executor took over, on its way to the store.
 *
 * @param startedAtMs when the executor was called, by the store's clock
 * @param heartbeat null where none is asked of it
 */
record Handover(HeldAttempt attempt, long startedAtMs, Duration heartbeat) {}
