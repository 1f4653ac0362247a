package dev.ax.dispatch;

import dev.ax.store.Claim;
import dev.ax.store.ClaimedTask;
import dev.ax.store.NodeIdentity;
import dev.ax.worker.SlotPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store for as much work as slots are free, never more, and hands it on.
 *
 * <p>A group is asked for a pool when something woke it, or when its last claim for that pool came back full; one that
 * came back short has given all it had, so a slot that becomes free afterwards is no reason to ask again. That is known
 * pool by pool: a claim that had no slot of a pool to offer says nothing about what waits for it. Owned by the loop, save for
 * {@link #wake} and {@link #slotFree}.
 */
final class Claims {
    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    private final Loop loop;
    private final NodeIdentity node;
    private final Supplier<Duration> lease;
    private final int mostTasks;
    private final Slots slots;
    private final Attempts attempts;
    private final List<GroupClaims> groups = new ArrayList<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Set<String> readyRoutes = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();
    private int first;
    private boolean stopped;

    Claims(Loop loop, NodeIdentity node, DispatchTools tools, int mostTasks, Slots slots, Attempts attempts) {
        this.loop = loop;
        this.node = node;
        this.lease = tools.lease();
        this.mostTasks = mostTasks;
        this.slots = slots;
        this.attempts = attempts;
        for (int group = 0; group < tools.store().groups(); group++) {
            groups.add(new GroupClaims(group, loop, tools));
        }
    }

    /** Something may have become READY: ask every group. Any thread. */
    void wake() {
        // The flag goes up before the look is posted and is taken down within it: no wake falls between.
        if (!woken.getAndSet(true)) {
            slotFree();
        }
    }

    /** Something on these routes may have become READY: ask every group for whoever serves them. Any thread. */
    void wake(Set<String> routes) {
        if (readyRoutes.addAll(routes)) {
            slotFree();
        }
    }

    /** A slot became free: ask the groups that have more. Any thread; many calls in one turn are one look. */
    void slotFree() {
        if (!looking.getAndSet(true)) {
            loop.execute(this::look);
        }
    }

    /** Asks no more. What a claim on its way still brings is given back. */
    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    /** Whether a claim waits for its answer. */
    boolean onTheirWay() {
        return groups.stream().anyMatch(GroupClaims::onItsWay);
    }

    private void look() {
        looking.set(false);
        if (woken.getAndSet(false)) {
            groups.forEach(GroupClaims::want);
        }
        if (!readyRoutes.isEmpty()) {
            wantReady();
        }
        if (stopped) {
            return;
        }
        List<GroupClaims> asking = asking();
        // Each look begins with another group, so that the last free slot is not always the same one's.
        first = (first + 1) % groups.size();
        for (int i = 0; i < asking.size(); i++) {
            List<Slots.Wish> wishes = slots.reserve(asking.get(i)::wants, asking.size() - i, mostTasks);
            if (!wishes.isEmpty()) {
                ask(asking.get(i), wishes);
            }
        }
    }

    private void wantReady() {
        Set<String> ready = Set.copyOf(readyRoutes);
        readyRoutes.removeAll(ready); // what comes from now on is another look's
        for (SlotPool pool : slots.pools()) {
            if (pool.routes().stream().anyMatch(ready::contains)) {
                groups.forEach(group -> group.want(pool));
            }
        }
    }

    private List<GroupClaims> asking() {
        List<GroupClaims> asking = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            GroupClaims group = groups.get((first + i) % groups.size());
            if (!group.onItsWay()) {
                asking.add(group);
            }
        }
        return asking;
    }

    private void ask(GroupClaims group, List<Slots.Wish> wishes) {
        wishes.forEach(wish -> group.drained(wish.pool()));
        List<Claim.Share> shares = wishes.stream().map(Slots.Wish::share).toList();
        Claim claim = new Claim(group.group(), node, group.sequence(), lease.get(), shares);
        group.send(claim, (tasks, sent) -> answered(group, wishes, tasks, sent));
    }

    private void answered(GroupClaims group, List<Slots.Wish> wishes, List<ClaimedTask> tasks, Stamp sent) {
        slots.unreserve(wishes);
        Map<String, Slots.Wish> byRoute = new HashMap<>();
        wishes.forEach(wish -> wish.share().routes().forEach(route -> byRoute.put(route, wish)));
        Map<SlotPool, Integer> got = new HashMap<>();
        for (ClaimedTask task : tasks) {
            Slots.Wish wish = byRoute.get(task.spec().route());
            if (stopped) {
                attempts.giveBack(task, sent);
            } else if (wish == null
                    || got.merge(wish.pool(), 1, Integer::sum) > wish.share().want()) {
                LOG.error("Task {}: the store gave it for no free slot of this node; it is given back.", task.id());
                attempts.giveBack(task, sent);
            } else {
                attempts.run(task, sent, wish.pool());
            }
        }
        wishes.stream()
                .filter(wish -> got.getOrDefault(wish.pool(), 0) >= wish.share().want())
                .forEach(wish -> group.want(wish.pool()));
        slotFree();
    }
}
