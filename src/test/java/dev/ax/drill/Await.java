package dev.ax.drill;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another process does, by looking again and again until a deadline. Blocks the caller. */
final class Await {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Await() {}

    /**
     * Waits until {@code there}.
     *
     * @param otherwise what to say where it never is
     * @throws AssertionError after {@code atMost}
     */
    static void until(Duration atMost, BooleanSupplier there, Supplier<String> otherwise) {
        long begun = System.nanoTime();
        while (!there.getAsBoolean()) {
            if (System.nanoTime() - begun > atMost.toNanos()) {
                throw new AssertionError("not within " + atMost.toMillis() + " ms: " + otherwise.get());
            }
            pause(LOOK_NANOS);
        }
    }

    /** Waits until {@code nanoTime} has passed: for a fault that has to last for so long. */
    static void instant(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            pause(left);
        }
    }

    /** Leaves the processor to others. */
    static void pause(long nanos) {
        LockSupport.parkNanos(nanos);
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("interrupted");
        }
    }
}
