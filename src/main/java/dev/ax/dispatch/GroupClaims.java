package dev.ax.dispatch;

import dev.ax.store.Claim;
import dev.ax.store.ClaimedTask;
import dev.ax.store.StoreWatch;
import dev.ax.store.TaskStore;
import dev.ax.worker.SlotPool;
import io.smallrye.mutiny.Uni;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The claims of one group: one on its way at a time, sent again unchanged until it is answered, so that a lost answer
 * is given once more and leases nothing twice. Owned by the loop.
 */
final class GroupClaims {
    private final int group;
    private final Loop loop;
    private final TaskStore store;
    private final StoreWatch.Source watch;
    private final LeaseAge age;
    private final Backoff backoff = new Backoff();
    private long sequence = 1;
    private boolean onItsWay;
    private final Set<SlotPool> dry = new HashSet<>();

    GroupClaims(int group, Loop loop, DispatchTools tools) {
        this.group = group;
        this.loop = loop;
        this.store = tools.store();
        this.watch = tools.watch().source("claims of group " + group);
        this.age = tools.age();
    }

    int group() {
        return group;
    }

    long sequence() {
        return sequence;
    }

    /** Whether there may be something to claim for a pool, as far as is known. */
    boolean wants(SlotPool pool) {
        return !dry.contains(pool);
    }

    /** There may be something for every pool. */
    void want() {
        dry.clear();
    }

    /** There may be more for this pool. */
    void want(SlotPool pool) {
        dry.remove(pool);
    }

    /** What there was for this pool is on its way: nothing more is known of. */
    void drained(SlotPool pool) {
        dry.add(pool);
    }

    boolean onItsWay() {
        return onItsWay;
    }

    /** Sends a claim; {@code answered} is called once, in a turn of the loop. */
    void send(Claim claim, Answered answered) {
        onItsWay = true;
        send(claim, age.now(), answered);
    }

    private void send(Claim claim, Stamp first, Answered answered) {
        Uni.createFrom()
                .deferred(() -> store.claim(claim))
                .subscribe()
                .with(
                        tasks -> loop.run(() -> {
                            watch.worked();
                            backoff.reset();
                            sequence++;
                            onItsWay = false;
                            answered.with(tasks, first);
                        }),
                        fault -> loop.run(() -> {
                            watch.failed(fault);
                            loop.after(backoff.nextMs(), () -> send(claim, first, answered));
                        }));
    }

    /** Hears what a claim brought. */
    @FunctionalInterface
    interface Answered {
        /** The leases began at {@code sent} or later. */
        void with(List<ClaimedTask> tasks, Stamp sent);
    }
}
