package dev.ax.dispatch;

import dev.ax.store.Holding;
import dev.ax.store.NodeIdentity;
import dev.ax.task.AttemptFinisher;
import dev.ax.worker.SlotPool;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** All of dispatch on one loop. Any thread may call it, save for {@link #canceled}. */
final class Dispatch {

    /**
     * How often an idle node asks without being woken: what another node made READY must not wait longer, and a claim
     * that finds nothing costs the store some 30 µs.
     */
    static final long LOOK_AGAIN_MS = 200;

    private final Loop loop;
    private final Slots slots;
    private final Attempts attempts;
    private final Claims claims;
    private final Drain drain;

    /**
     * Makes one that claims nothing yet.
     *
     * @param mostTasks in a claim
     */
    Dispatch(
            Loop loop,
            NodeIdentity node,
            DispatchTools tools,
            HeldAttempts held,
            List<SlotPool> pools,
            AttemptFinisher finisher,
            int mostTasks) {
        this.loop = loop;
        this.slots = new Slots(pools);
        this.attempts = new Attempts(loop, node.id(), tools, held, finisher);
        this.claims = new Claims(loop, node, tools, mostTasks, slots, attempts);
        this.drain = new Drain(loop, claims, attempts, held);
    }

    void start() {
        slots.pools().forEach(pool -> pool.onFree(claims::slotFree));
        lookAgain();
    }

    /** Something may have become READY. */
    void wake() {
        claims.wake();
    }

    /** Something on these routes may have become READY. */
    void wake(Set<String> routes) {
        claims.wake(routes);
    }

    /** See {@link Attempts#canceled}. In a turn of the loop only. */
    long canceled(Holding holding) {
        return attempts.canceled(holding, claims.onTheirWay());
    }

    /** See {@link Attempts#lost}. */
    void lost(Collection<Holding> holdings) {
        attempts.lost(holdings);
    }

    /** Stops; emits in a turn of the loop once nothing is held any more. Repeated calls wait for the same end. */
    Uni<Void> drain(Duration timeout) {
        return Uni.createFrom().emitter(emitter -> loop.run(() -> drain.begin(timeout, () -> emitter.complete(null))));
    }

    private void lookAgain() {
        if (!claims.stopped()) {
            claims.wake();
            loop.after(LOOK_AGAIN_MS, this::lookAgain);
        }
    }
}
