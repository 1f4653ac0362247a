package dev.ax.node;

import dev.ax.store.StoreUpkeep.StoreFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Why a node should get no requests, if so. Safe for use by any thread. */
final class Readiness {

    /** A store that fails over is away for less. */
    private static final Duration STORE_AWAY = Duration.ofSeconds(5);

    /** Policies of this name evict keys that have no time to live, and no key of ax has one. */
    private static final String EVICTS_ANY = "allkeys";

    private final Supplier<Duration> storeAway;
    private final BooleanSupplier outOfCluster;
    private volatile boolean started;
    private volatile boolean draining;
    private volatile String replaced;
    private volatile String evictionPolicy;

    /**
     * Makes one that is not ready, since nothing has started yet.
     *
     * @param storeAway for how long the store has been out of reach
     * @param outOfCluster whether the node is to be in a cluster, but no longer is
     */
    Readiness(Supplier<Duration> storeAway, BooleanSupplier outOfCluster) {
        this.storeAway = storeAway;
        this.outOfCluster = outOfCluster;
    }

    void started() {
        started = true;
    }

    void draining() {
        draining = true;
    }

    void replaced(String cause) {
        replaced = cause;
    }

    void learned(StoreFacts facts) {
        evictionPolicy = facts.evictionPolicy();
    }

    /** Whether the store may drop tasks to make room. */
    boolean storeEvicts() {
        String policy = evictionPolicy;
        return policy != null && policy.startsWith(EVICTS_ANY);
    }

    /** In words; empty where the node is ready. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (draining) {
            faults.add("draining: this node stops");
        } else if (!started) {
            faults.add("starting");
        }
        if (replaced != null) {
            faults.add(replaced);
        }
        if (outOfCluster.getAsBoolean()) {
            faults.add("this node has dropped out of its cluster: restart it");
        }
        Duration away = storeAway.get();
        if (away.compareTo(STORE_AWAY) > 0) {
            faults.add("the store has been out of reach for " + away.toSeconds() + " s");
        }
        if (storeEvicts()) {
            faults.add(
                    "the store may evict tasks: set its maxmemory-policy, now " + evictionPolicy + ", to noeviction");
        }
        return faults;
    }
}
