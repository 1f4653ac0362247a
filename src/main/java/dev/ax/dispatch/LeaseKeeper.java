package dev.ax.dispatch;

import dev.ax.metrics.AxMetrics;
import dev.ax.store.Holding;
import dev.ax.store.NodeIdentity;
import dev.ax.store.Renewal;
import dev.ax.store.StoreWatch;
import dev.ax.store.TaskStore;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Renews all leases of a node. Owned by one event loop; knows dispatch only by what it holds.
 */
final class LeaseKeeper {

    /** One call of a size that the store cuts into a few scripts, so that a flood of leases leaves room for others. */
    static final int MOST_HOLDINGS = 1_000;

    private final NodeIdentity node;
    private final TaskStore store;
    private final Supplier<Duration> lease;
    private final LeaseAge age;
    private final AxMetrics metrics;
    private final StoreWatch.Source watch;
    private final HeldAttempts held;
    private final Consumer<Collection<Holding>> lost;
    private final Runnable replaced;

    /**
     * Makes one.
     *
     * @param lost gets what the store refused to renew
     * @param replaced called when a younger incarnation of the node is alive
     */
    LeaseKeeper(
            NodeIdentity node,
            DispatchTools tools,
            HeldAttempts held,
            Consumer<Collection<Holding>> lost,
            Runnable replaced) {
        this.node = node;
        this.store = tools.store();
        this.lease = tools.lease();
        this.age = tools.age();
        this.metrics = tools.metrics();
        this.watch = tools.watch().source("leases");
        this.held = held;
        this.lost = lost;
        this.replaced = replaced;
    }

    /**
     * Renews what is held now, a batch after another. Emits whether all was renewed; never fails. Asks even where nothing
     * is held, since only so an idle node hears that it was replaced.
     */
    Uni<Boolean> turn() {
        List<HeldAttempt> attempts = held.snapshot();
        Uni<Boolean> turn = renew(batch(attempts, 0));
        for (int from = MOST_HOLDINGS; from < attempts.size(); from += MOST_HOLDINGS) {
            List<HeldAttempt> batch = batch(attempts, from);
            turn = turn.chain(well -> renew(batch).map(renewed -> well && renewed));
        }
        return turn;
    }

    private static List<HeldAttempt> batch(List<HeldAttempt> attempts, int from) {
        return attempts.subList(from, Math.min(attempts.size(), from + MOST_HOLDINGS));
    }

    private Uni<Boolean> renew(List<HeldAttempt> batch) {
        return Uni.createFrom().deferred(() -> {
            Stamp sent = age.now();
            List<Holding> holdings = batch.stream().map(HeldAttempt::holding).toList();
            return store.renew(node, lease.get(), holdings)
                    .map(renewal -> answered(batch, sent, renewal))
                    .onFailure()
                    .recoverWithItem(fault -> {
                        watch.failed(fault);
                        return false;
                    });
        });
    }

    private boolean answered(List<HeldAttempt> batch, Stamp sent, Renewal renewal) {
        watch.worked();
        if (renewal.replaced()) {
            replaced.run();
            return true;
        }
        int renewed = 0;
        for (HeldAttempt attempt : batch) {
            if (!renewal.lost().contains(attempt.holding())) {
                attempt.proved(sent);
                renewed++;
            }
        }
        metrics.leasesRenewed(renewed);
        if (!renewal.lost().isEmpty()) {
            lost.accept(renewal.lost());
        }
        return true;
    }
}
