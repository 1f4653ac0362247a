package dev.ax.clock;

/** The monotonic source that all elapsed time is measured by; tests put a hand-moved one in its place. */
@FunctionalInterface
public interface NanoClock {

    /** The machine's own: the one place where it is read. */
    NanoClock SYSTEM = System::nanoTime;

    /** Nanoseconds from an arbitrary origin; never goes back. */
    long nanoTime();
}
