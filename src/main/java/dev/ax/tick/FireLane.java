package dev.ax.tick;

import dev.ax.clock.StoreClock;
import dev.ax.store.Fired;
import dev.ax.store.TaskStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fires the due partitions of one group, with at most one call under way: what becomes due meanwhile goes with the
 * next, so the calls grow with the load instead of piling up. A call that fails, or is not answered for long, is made
 * again with a growing pause; its partitions stay due.
 *
 * <p>Owned by the tick's thread; answers come back to it through the owner's executor.
 */
final class FireLane {
    /** Most tasks of one call: 100 cost the store 0.2 to 0.6 ms, and a longer call is no cheaper a task. */
    static final int LIMIT = 100;

    /** The store's own limits end a call sooner; this is for an answer that is lost altogether. */
    static final long ANSWER_WITHIN_NANOS = 10_000_000_000L;

    private static final long FIRST_PAUSE_NANOS = 20_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(FireLane.class);

    private final int group;
    private final TaskStore store;
    private final StoreClock clock;
    private final Executor owner;
    private final BiConsumer<Fired, List<Integer>> onFired;
    private final BitSet due = new BitSet();

    private List<Integer> underWay = List.of();
    private long calls;
    private long sentNanos;
    private int failures;
    private long notBeforeNanos;
    /** Where the next call begins, so that a partition with a backlog does not stand before the others for ever. */
    private int first;

    /**
     * A lane with nothing due.
     *
     * @param owner runs its commands on the tick's thread, each followed by a turn
     * @param onFired takes each answer, and the partitions that were asked
     */
    FireLane(int group, TaskStore store, StoreClock clock, Executor owner, BiConsumer<Fired, List<Integer>> onFired) {
        this.group = group;
        this.store = store;
        this.clock = clock;
        this.owner = owner;
        this.onFired = onFired;
    }

    void mark(int partition) {
        due.set(partition);
    }

    void unmark(int partition) {
        due.clear(partition);
    }

    /** Sends a call where something is due, none is under way and no pause holds. */
    void advance(long nowNanos) {
        if (!underWay.isEmpty() && nowNanos - sentNanos > ANSWER_WITHIN_NANOS) {
            failed(calls, new IllegalStateException("no answer within 10 s"));
        }
        if (underWay.isEmpty() && !due.isEmpty() && pauseLeftNanos(nowNanos) == 0) {
            send(nowNanos);
        }
    }

    /** How long until {@link #advance} could do something by itself; {@code Long.MAX_VALUE} where only others can tell. */
    long idleNanos(long nowNanos) {
        return underWay.isEmpty() && !due.isEmpty() ? pauseLeftNanos(nowNanos) : Long.MAX_VALUE;
    }

    private long pauseLeftNanos(long nowNanos) {
        return failures == 0 ? 0 : Math.max(0, notBeforeNanos - nowNanos);
    }

    private void send(long nowNanos) {
        List<Integer> asked = takeDue();
        underWay = asked;
        sentNanos = nowNanos;
        long call = ++calls;
        try {
            store.fire(asked, LIMIT)
                    .subscribe()
                    .with(
                            fired -> owner.execute(() -> answered(call, fired)),
                            fault -> owner.execute(() -> failed(call, fault)));
        } catch (RuntimeException fault) {
            failed(call, fault);
        }
    }

    private List<Integer> takeDue() {
        List<Integer> asked = new ArrayList<>(due.cardinality());
        for (int partition = due.nextSetBit(first); partition >= 0; partition = due.nextSetBit(partition + 1)) {
            asked.add(partition);
        }
        for (int partition = due.nextSetBit(0); partition >= 0 && partition < first; ) {
            asked.add(partition);
            partition = due.nextSetBit(partition + 1);
        }
        first = asked.get(0) + 1;
        due.clear();
        return asked;
    }

    private void answered(long call, Fired fired) {
        if (call != calls || underWay.isEmpty()) {
            return; // given up before
        }
        List<Integer> asked = underWay;
        underWay = List.of();
        if (failures > 0) {
            LOG.info("Firing in group {} goes on.", group);
            failures = 0;
        }
        onFired.accept(fired, asked);
    }

    private void failed(long call, Throwable fault) {
        if (call != calls || underWay.isEmpty()) {
            return;
        }
        underWay.forEach(due::set);
        underWay = List.of();
        if (failures == 0) {
            LOG.warn(
                    "Firing in group {} failed ({}): {} partitions stay due and are tried again.",
                    group,
                    fault.toString(),
                    due.cardinality());
        }
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, 10));
        failures++;
        notBeforeNanos =
                clock.nanoTime() + (long) (pause * ThreadLocalRandom.current().nextDouble(0.8, 1.2));
    }
}
