package dev.ax.reaper;

import dev.ax.store.StoreException;
import dev.ax.store.StoreWatch;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/**
 * A part of the reaper's turn that fails by itself: what is odd about one must not keep the others from their work.
 * Owned by the reaper's loop.
 */
final class Step {
    private final StoreWatch.Source watch;
    private final Supplier<Uni<Void>> work;

    Step(StoreWatch.Source watch, Supplier<Uni<Void>> work) {
        this.watch = watch;
        this.work = work;
    }

    /** Does the work. Emits whether the store is there, so that further calls make sense; never fails. */
    Uni<Boolean> run() {
        return Uni.createFrom()
                .deferred(work::get)
                .map(done -> {
                    watch.worked();
                    return true;
                })
                .onFailure()
                .recoverWithItem(fault -> {
                    watch.failed(fault);
                    return !(fault instanceof StoreException refused && refused.retryable());
                });
    }

    /** Repeats {@code call} while it did as much as it may, at most {@code most} times. */
    static Uni<Void> whileFull(int most, int limit, Supplier<Uni<Integer>> call) {
        return Uni.createFrom()
                .deferred(call::get)
                .chain(count -> count >= limit && most > 1
                        ? whileFull(most - 1, limit, call)
                        : Uni.createFrom().voidItem());
    }
}
