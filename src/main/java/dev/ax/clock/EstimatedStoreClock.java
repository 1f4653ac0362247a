package dev.ax.clock;

import io.smallrye.mutiny.Uni;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The store's clock as seen from here: the monotonic source plus an offset that is estimated from readings of the
 * store's {@code TIME}, after Cristian (1989): of several readings that with the shortest round trip holds, as it
 * bounds the error best. A wall clock of this machine is never looked at, so stepping it changes nothing.
 *
 * <p>{@link #nowMs} subtracts the error bound: a script that runs later sees at least this instant, so what is asked
 * for at its due instant is due. The price is to be late by at most one round trip of the best sample.
 *
 * <p>Samples that fail or never come leave the last estimate in force. Safe for use by any thread; listeners are
 * called on the thread on which a sample arrives.
 */
public final class EstimatedStoreClock implements StoreClock {
    /** Samples of one estimate: the best of eight meets no queue even on a busy loop. */
    private static final int SAMPLES = 8;

    private static final long JUMP_NANOS = 1_000_000_000L;

    private final NanoClock nanoClock;
    private final Supplier<Uni<Long>> timeMicros;
    private final Consumer<ClockJump> onJump;
    private volatile OffsetEstimate estimate;
    private Sampling current; // guarded by this

    /**
     * A clock without an estimate: {@link #refresh} it before use.
     *
     * @param timeMicros reads the store's clock once, epoch microseconds
     * @param onJump hears of a change of more than a second between two estimates; must not block
     */
    public EstimatedStoreClock(NanoClock nanoClock, Supplier<Uni<Long>> timeMicros, Consumer<ClockJump> onJump) {
        this.nanoClock = nanoClock;
        this.timeMicros = timeMicros;
        this.onJump = onJump;
    }

    @Override
    public long nowMs() {
        OffsetEstimate known = estimate;
        if (known == null) {
            throw new IllegalStateException("The store's clock was not read yet: refresh the clock before use.");
        }
        return Math.floorDiv(nanoClock.nanoTime() + known.offsetNanos() - known.errorNanos(), 1_000_000L);
    }

    @Override
    public long nanoTime() {
        return nanoClock.nanoTime();
    }

    /**
     * Takes samples one after another and adopts the best. A refresh that still goes ends with what it has.
     *
     * @return fails with the last sample's fault where none was answered; the last estimate stays in force then
     */
    public Uni<Void> refresh() {
        return Uni.createFrom().emitter(emitter -> {
            Sampling sampling = new Sampling(emitter::fail, () -> emitter.complete(null));
            Sampling before;
            synchronized (this) {
                before = current;
                current = sampling;
            }
            if (before != null) {
                before.end(null);
            }
            sampling.take();
        });
    }

    /** How far {@link #nowMs} may lie behind, in microseconds: twice the error of the estimate. */
    public long errorBoundMicros() {
        OffsetEstimate known = estimate;
        return known == null ? Long.MAX_VALUE : 2 * known.errorNanos() / 1_000;
    }

    /** Takes the fresh estimate, unless the last one agrees with it and is still the sharper one. */
    private void adopt(OffsetEstimate fresh) {
        OffsetEstimate last;
        synchronized (this) {
            last = estimate;
            boolean lastIsSharper =
                    last != null && last.agreesWith(fresh) && last.errorAt(fresh.takenNanos()) < fresh.errorNanos();
            if (lastIsSharper) {
                return;
            }
            estimate = fresh;
        }
        if (last != null) {
            long change = fresh.offsetNanos() - last.offsetNanos();
            // A slow answer alone is no jump: its range must exclude the last estimate.
            if (Math.abs(change) > JUMP_NANOS && !last.agreesWith(fresh)) {
                onJump.accept(new ClockJump(change / 1_000_000L, nowMs()));
            }
        }
    }

    /** One refresh under way. */
    private final class Sampling {
        private final Consumer<Throwable> onFailed;
        private final Runnable onDone;
        private int left = SAMPLES;
        private OffsetEstimate best;
        private boolean ended;

        Sampling(Consumer<Throwable> onFailed, Runnable onDone) {
            this.onFailed = onFailed;
            this.onDone = onDone;
        }

        void take() {
            long asked = nanoClock.nanoTime();
            Uni<Long> answer;
            try {
                answer = timeMicros.get();
            } catch (RuntimeException fault) {
                end(fault);
                return;
            }
            answer.subscribe()
                    .with(
                            micros -> took(OffsetEstimate.of(asked, nanoClock.nanoTime(), micros)),
                            // The store is in trouble: the next refresh asks again, this one need not insist.
                            this::end);
        }

        private void took(OffsetEstimate sample) {
            boolean more;
            synchronized (this) {
                if (ended) {
                    return;
                }
                if (best == null || sample.errorNanos() < best.errorNanos()) {
                    best = sample;
                }
                more = --left > 0;
            }
            if (more) {
                take();
            } else {
                end(null);
            }
        }

        /** Ends with the best sample there is; with none it has failed. */
        void end(Throwable fault) {
            OffsetEstimate found;
            synchronized (this) {
                if (ended) {
                    return;
                }
                ended = true;
                found = best;
            }
            if (found != null) {
                adopt(found);
                onDone.run();
            } else {
                onFailed.accept(fault != null ? fault : new IllegalStateException("The store's clock did not answer."));
            }
        }
    }
}
