package dev.ax.tick;

import dev.ax.clock.StoreClock;
import dev.ax.config.SchedulerConfig;
import dev.ax.store.Fired;
import dev.ax.store.TaskStore;
import dev.ax.wheel.TimerHandler;
import dev.ax.wheel.TimingWheel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What the tick does in one turn, without timers of its own: takes in what was offered, turns the wheel, fires the
 * partitions in which something is due, and says when it wants the next turn.
 *
 * <p>The wheel holds instants, not tasks: the store knows what is due and judges by its own clock. So a timer that is
 * stale or doubled costs part of one call, and nothing is early: what was asked for too soon stays due, and the
 * answer names the instant to ask again at. Each partition has at most one such timer.
 *
 * <p>A partition that was not asked about for a second is asked anyway, with all others that come near it: an offer
 * that was lost on its way is late by no more than that.
 *
 * <p>Owned by one thread. One turn takes in, polls and sends a bounded number.
 */
final class Ticker {
    private static final int TAKE_LIMIT = 4_096;
    private static final int POLL_LIMIT = 2_048;
    private static final int NOTHING_LEFT = -1;
    private static final long MS = 1_000_000L;
    /** The longest a partition goes unasked, less what a timer may be late by. */
    private static final long SWEEP_AT_NANOS = 950 * MS;
    /** What is this near to being swept is swept along: one call a second, not one a partition. */
    private static final long SWEEP_ALONG_NANOS = 450 * MS;

    private static final int LONGEST_RECHECK_MS = 100;

    private final StoreClock clock;
    private final Supplier<List<Integer>> served;
    private final DueInbox inbox;
    private final FireLane[] lanes;
    private final int[] groups;
    private final TimingWheel wheel;
    private final long tickMs;
    private final long fineTickMs;
    private final long spanMs;

    /** By partition: the instant that the last offer and the last answer named, and how often it was the same. */
    private final long[] offeredMs;

    private final long[] answeredMs;
    private final int[] sameAnswers;
    private final long[] answerTimers;
    private final long[] askedNanos;

    private final DueInbox.Taker taker = new DueInbox.Taker() {
        @Override
        public void due(int partition, long dueMs) {
            take(partition, dueMs);
        }

        @Override
        public void dropped(int partition) {
            dropping.set(partition);
        }
    };
    private final TimerHandler marker = (deadlineMs, partition) -> mark((int) partition);
    private final BitSet dropping = new BitSet();
    /** Of the wheel, as others may read it. */
    private volatile int wheelSize;

    /**
     * A tick with an empty wheel.
     *
     * @param served the partitions of this node as of now
     * @param owner runs a command on the owning thread and a turn after it
     */
    Ticker(
            TaskStore store,
            StoreClock clock,
            SchedulerConfig config,
            Supplier<List<Integer>> served,
            DueInbox inbox,
            Executor owner) {
        this.clock = clock;
        this.served = served;
        this.inbox = inbox;
        this.tickMs = config.tickDuration().toMillis();
        this.fineTickMs = config.fineTick().toMillis();
        this.spanMs = config.span().toMillis();
        this.wheel = new TimingWheel(clock.nowMs(), tickMs, config.wheelSize());
        int partitions = store.partitions();
        this.groups = new int[partitions];
        Arrays.setAll(groups, store::groupOf);
        this.lanes = new FireLane[store.groups()];
        Arrays.setAll(lanes, group -> new FireLane(group, store, clock, owner, this::fired));
        this.offeredMs = filled(partitions, Long.MIN_VALUE);
        this.answeredMs = filled(partitions, Long.MIN_VALUE);
        this.sameAnswers = new int[partitions];
        this.answerTimers = filled(partitions, TimingWheel.NO_TIMER);
        this.askedNanos = filled(partitions, clock.nanoTime() - SWEEP_AT_NANOS);
    }

    /**
     * Does what can be done now.
     *
     * @return milliseconds until the next turn, 0 for at once; an arrival or an answer may ask for one before
     */
    long turn() {
        boolean moreArrived = inbox.drain(TAKE_LIMIT, taker);
        drop();
        long nowMs = clock.nowMs();
        wheel.poll(nowMs, POLL_LIMIT, marker);
        long nowNanos = clock.nanoTime();
        long idleNanos = sweep(nowNanos);
        for (FireLane lane : lanes) {
            lane.advance(nowNanos);
            idleNanos = Math.min(idleNanos, lane.idleNanos(nowNanos));
        }
        wheelSize = wheel.size();
        if (moreArrived || wheel.behind(nowMs)) {
            return 0;
        }
        return Math.min(untilNextMs(nowMs), idleNanos / MS + 1);
    }

    /** How many timers wait, as of the last turn; for any thread. */
    int wheelSize() {
        return wheelSize;
    }

    /** The slot being served is followed to the millisecond, an empty one only to its end, an empty wheel not at all. */
    private long untilNextMs(long nowMs) {
        if (wheel.size() == 0) {
            return Long.MAX_VALUE;
        }
        long untilSlotMs = tickMs - Math.floorMod(nowMs, tickMs);
        long nextMs = wheel.nextDeadlineMs();
        return nextMs == Long.MAX_VALUE ? untilSlotMs : Math.min(untilSlotMs, Math.max(fineTickMs, nextMs - nowMs));
    }

    private void take(int partition, long dueMs) {
        drop();
        if (dueMs != offeredMs[partition] || dueMs <= clock.nowMs()) {
            offeredMs[partition] = dueMs;
            wheel.schedule(dueMs, partition);
        }
    }

    /** Forgets the partitions that were dropped since, in one walk. */
    private void drop() {
        if (dropping.isEmpty()) {
            return;
        }
        wheel.clear(partition -> dropping.get((int) partition));
        dropping.stream().forEach(partition -> {
            lanes[groups[partition]].unmark(partition);
            offeredMs[partition] = Long.MIN_VALUE;
            answeredMs[partition] = Long.MIN_VALUE;
            answerTimers[partition] = TimingWheel.NO_TIMER;
        });
        dropping.clear();
    }

    private void mark(int partition) {
        lanes[groups[partition]].mark(partition);
    }

    /** Marks what nobody asked about for long, and says in how many nanoseconds the next one comes to that. */
    private long sweep(long nowNanos) {
        List<Integer> mine = served.get();
        if (longestUnasked(mine, nowNanos) >= SWEEP_AT_NANOS) {
            for (int partition : mine) {
                if (nowNanos - askedNanos[partition] >= SWEEP_ALONG_NANOS) {
                    mark(partition);
                    askedNanos[partition] = nowNanos;
                }
            }
        }
        return SWEEP_AT_NANOS - longestUnasked(mine, nowNanos);
    }

    private long longestUnasked(List<Integer> partitions, long nowNanos) {
        long longest = 0;
        for (int partition : partitions) {
            longest = Math.max(longest, nowNanos - askedNanos[partition]);
        }
        return longest;
    }

    private void fired(Fired fired, List<Integer> asked) {
        long nowMs = clock.nowMs();
        long nowNanos = clock.nanoTime();
        for (int partition : asked) {
            askedNanos[partition] = nowNanos;
        }
        boolean limited = fired.count() >= FireLane.LIMIT;
        for (Fired.Partition answer : fired.partitions()) {
            rearm(answer.partition(), answer.nextDueMs(), nowMs, limited);
        }
    }

    /** Has the partition asked again when its answer says that something is due. */
    private void rearm(int partition, long nextDueMs, long nowMs, boolean limited) {
        wheel.cancel(answerTimers[partition]);
        answerTimers[partition] = TimingWheel.NO_TIMER;
        boolean same = nextDueMs == answeredMs[partition] && !limited;
        answeredMs[partition] = nextDueMs;
        sameAnswers[partition] = same ? sameAnswers[partition] + 1 : 0;
        if (nextDueMs == NOTHING_LEFT || nextDueMs - nowMs > spanMs) {
            return; // the promoter or an offer will tell
        }
        if (nextDueMs > nowMs) {
            answerTimers[partition] = wheel.schedule(nextDueMs, partition);
        } else if (!same) {
            mark(partition);
        } else {
            // Due by our clock, yet the store left it twice: its clock is behind our estimate. Asking in a tight loop
            // would not hasten it.
            long recheckMs = Math.min(LONGEST_RECHECK_MS, fineTickMs << Math.min(sameAnswers[partition] - 1, 10));
            answerTimers[partition] = wheel.schedule(nowMs + recheckMs, partition);
        }
    }

    private static long[] filled(int length, long value) {
        long[] array = new long[length];
        Arrays.fill(array, value);
        return array;
    }
}
