package dev.ax.dispatch;

import dev.ax.store.Completion;

/**
 * The end of a held attempt on its way to the store: decided once and sent unchanged.
 *
 * @param runMs from the call of the executor to its outcome; -1 where it was not called
 */
record Result(HeldAttempt attempt, Completion completion, long runMs) {}
