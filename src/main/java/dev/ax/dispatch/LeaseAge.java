package dev.ax.dispatch;

import dev.ax.clock.StoreClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Judges how old a lease's last proof is. The larger of two ages counts: the monotonic clock may stand still while a
 * machine is suspended, and the wall clock may be set back. Safe for use by any thread.
 */
final class LeaseAge {
    private final StoreClock clock;
    private final InstantSource wall;
    private final Supplier<Duration> lease;

    LeaseAge(StoreClock clock, InstantSource wall, Supplier<Duration> lease) {
        this.clock = clock;
        this.wall = wall;
        this.lease = lease;
    }

    /** Now: to be taken before the call that proves the lease is sent, since its answer may be late. */
    Stamp now() {
        return new Stamp(clock.nanoTime(), wall.millis());
    }

    /**
     * Whether a proof that was asked for then still needs no read: within half a lease it cannot have been taken by a
     * reaper before as much time again has passed.
     */
    boolean fresh(Stamp proof) {
        long elapsedMs = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - proof.nanos());
        return Math.max(elapsedMs, wall.millis() - proof.wallMs()) < lease.get().toMillis() / 2;
    }
}
