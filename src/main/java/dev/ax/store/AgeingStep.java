package dev.ax.store;

import java.time.Duration;

/**
 * How much waiting outweighs one step of priority: this node's own until it has joined, from then on the one that all
 * nodes have agreed on, since ranks of two steps do not mix. Safe for use by any thread.
 */
final class AgeingStep {
    private volatile byte[] ms;

    AgeingStep(Duration step) {
        agreed(step);
    }

    void agreed(Duration step) {
        ms = Group.bytes(step.toMillis());
    }

    /** As scripts take it. */
    byte[] ms() {
        return ms;
    }
}
