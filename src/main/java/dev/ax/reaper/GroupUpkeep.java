package dev.ax.reaper;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Supplier;

/** A turn's work on one group, step by step. Owned by the reaper's loop. */
final class GroupUpkeep {

    /** Of expiry and purge in a call: a millisecond of the store's time. */
    static final int MOST_TASKS = 100;

    /** Calls of a kind in a turn; what is left then comes a turn later, and the store has room for others between. */
    static final int MOST_CALLS = 100;

    private final ReaperTools tools;
    private final int group;
    private final EndedLeases leases;
    private final DeadLetterAlerts letters;
    private final Audit audit;
    private final Step reap;
    private final List<Step> upkeep;
    private List<Integer> served = List.of();

    GroupUpkeep(ReaperTools tools, int group) {
        this.tools = tools;
        this.group = group;
        this.leases = new EndedLeases(tools, group);
        this.letters = new DeadLetterAlerts(tools, group);
        this.audit = new Audit(tools, group);
        this.reap =
                step("leases", () -> Step.whileFull(MOST_CALLS, EndedLeases.MOST_LEASES, () -> leases.take(served)));
        this.upkeep = List.of(
                step("expiry", () -> Step.whileFull(MOST_CALLS, MOST_TASKS, this::expire)),
                step("dead letters", () -> Step.whileFull(MOST_CALLS, DeadLetterAlerts.MOST_LETTERS, letters::raise)),
                step("purge", () -> Step.whileFull(MOST_CALLS, MOST_TASKS, this::purge)),
                step("audit", audit::look));
    }

    /**
     * Does a turn's work.
     *
     * @param partitions of the group that this node serves
     * @param whole whether what belongs to the group as a whole is this node's to keep
     */
    Uni<Void> turn(List<Integer> partitions, boolean whole) {
        served = List.copyOf(partitions);
        Uni<Boolean> turn = reap.run();
        if (whole) {
            for (Step step : upkeep) {
                turn = turn.chain(there -> there ? step.run() : Uni.createFrom().item(false));
            }
        }
        return turn.replaceWithVoid();
    }

    private Step step(String name, Supplier<Uni<Void>> work) {
        return new Step(tools.watch().source(name + " of group " + group), work);
    }

    private Uni<Integer> expire() {
        return tools.upkeep().expire(group, MOST_TASKS);
    }

    private Uni<Integer> purge() {
        return tools.upkeep().purge(group, tools.retention().get(), MOST_TASKS);
    }
}
