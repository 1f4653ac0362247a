package dev.ax.store;

import java.util.Set;

/**
 * The answer to a renewal.
 *
 * @param replaced whether a younger incarnation runs under the same node id: this one must end
 * @param lost ids of the tasks whose token is no longer the valid one
 */
public record Renewal(boolean replaced, Set<Holding> lost) {
    public Renewal {
        lost = Set.copyOf(lost);
    }
}
