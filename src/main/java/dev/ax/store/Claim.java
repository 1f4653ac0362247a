package dev.ax.store;

import java.time.Duration;
import java.util.List;

/**
 * A wish for work.
 *
 * @param sequence grows by one with each answered claim of this incarnation in this group; sent again unchanged when
 *     the answer was lost, it yields the same tasks
 * @param shares each with slots of its own
 */
public record Claim(int group, NodeIdentity node, long sequence, Duration lease, List<Share> shares) {

    public Claim {
        shares = List.copyOf(shares);
    }

    /** At most {@code want} tasks by any of these routes. */
    public record Share(int want, List<String> routes) {
        public Share {
            routes = List.copyOf(routes);
        }
    }
}
