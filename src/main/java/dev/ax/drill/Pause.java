package dev.ax.drill;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Time that a drill lets pass, which is a part of what it does. */
final class Pause {
    private static final Duration LOOK = Duration.ofMillis(20);

    private Pause() {}

    static void of(Duration length) {
        try {
            TimeUnit.NANOSECONDS.sleep(length.toNanos());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    /** Waits until something holds; returns whether it does, or has not for so long. */
    static boolean until(Duration atMost, BooleanSupplier holds) {
        long deadlineNanos = System.nanoTime() + atMost.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos >= 0) {
                return holds.getAsBoolean();
            }
            of(LOOK);
        }
        return true;
    }
}
