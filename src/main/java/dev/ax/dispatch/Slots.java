package dev.ax.dispatch;

import dev.ax.store.Claim;
import dev.ax.worker.SlotPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The room of a node's pools, less what claims on their way may bring. Owned by the loop.
 */
final class Slots {
    private final List<SlotPool> pools;
    private final Map<SlotPool, Integer> reserved = new HashMap<>();

    Slots(List<SlotPool> pools) {
        this.pools = List.copyOf(pools);
    }

    List<SlotPool> pools() {
        return pools;
    }

    /**
     * Reserves slots for a claim.
     *
     * @param wanted whether there may be something for a pool; the others get no part of it
     * @param askers groups that wait to claim, this one counted: each gets its part
     * @param most tasks in a claim
     * @return empty where no pool that is wanted has room
     */
    List<Wish> reserve(Predicate<SlotPool> wanted, int askers, int most) {
        List<Wish> wishes = new ArrayList<>(pools.size());
        List<SlotPool> able = pools.stream()
                .filter(pool -> wanted.test(pool) && room(pool) > 0)
                .toList();
        int left = most;
        for (int i = 0; i < able.size() && left > 0; i++) {
            SlotPool pool = able.get(i);
            List<String> routes = List.copyOf(pool.routes());
            if (routes.isEmpty()) {
                continue;
            }
            int part = Math.min(ceilDiv(room(pool), askers), ceilDiv(left, able.size() - i));
            left -= part;
            reserved.merge(pool, part, Integer::sum);
            wishes.add(new Wish(pool, new Claim.Share(part, routes)));
        }
        return wishes;
    }

    /** Ends the reservation of a claim that was answered. */
    void unreserve(List<Wish> wishes) {
        for (Wish wish : wishes) {
            reserved.merge(wish.pool(), -wish.share().want(), Integer::sum);
        }
    }

    private int room(SlotPool pool) {
        return pool.room() - reserved.getOrDefault(pool, 0);
    }

    private static int ceilDiv(int a, int b) {
        return (a + b - 1) / b;
    }

    /** What a claim asks for a pool. */
    record Wish(SlotPool pool, Claim.Share share) {}
}
