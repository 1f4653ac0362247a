package dev.ax.wheel;

import java.util.function.LongPredicate;

/**
 * Timing wheel of two levels, after Varghese and Lauck, "Hashed and Hierarchical Timing Wheels", SOSP 1987 (schemes 6
 * and 7). A timer is a deadline in epoch milliseconds and a number that means something to the caller.
 *
 * <p>The slots of the outer wheel are one tick wide. When the turn of a slot comes, its timers of this round move to the
 * inner wheel, which has a slot for each millisecond of the tick being served; what is scheduled into that tick goes
 * there at once, and what is older to a heap. So waiting is as coarse as the slots, and firing as fine as the calls of
 * {@link #poll}. Never fires early; what fires in one poll comes in order of deadline, equal deadlines in any order.
 *
 * <p>Any deadline is taken: past ones are due at the next poll, those beyond one turn stay in their slot until their
 * round (rounds are told by the deadline itself, so nothing is counted down and nothing overflows). Time may stand
 * still, leap or go back between polls.
 *
 * <p>Cost: schedule, cancel and firing are O(1), however many share a slot or an instant, and O(log k) for one of k
 * overdue timers; entering a slot is O(its timers), of later rounds too; an empty slot is one comparison. About 36 bytes
 * a timer in primitive arrays, 48 just after some doubled; they keep their size, so steady work makes no garbage, and memory
 * is that of the most timers that ever waited at one time.
 *
 * <p>Not thread safe: owned by the thread that uses it first; with assertions on, another one fails. Reads no clock.
 */
public final class TimingWheel {
    /** No handle is equal to this. */
    public static final long NO_TIMER = 0;

    private final int tickMs;
    private final int wheelSize;
    private final TimerIds ids = new TimerIds();
    /** The slots of the outer wheel, then those of the inner one. */
    private final TimerLists slots;

    private final OverdueTimers overdue = new OverdueTimers(ids);

    private int size;
    /** How many of them wait in the outer wheel. */
    private int ahead;
    /** The tick being served: all timers up to its end are in the inner wheel, overdue or fired. */
    private long servedTick;
    /** No slot of the inner wheel before this one holds anything. */
    private int firstInner;
    /** Slots entered in a row that had nothing for their round. */
    private int barrenSlots;

    private Thread owner;

    /**
     * An empty wheel.
     *
     * @param startMs the instant at which it starts to turn
     * @param tickMs the width of a slot
     * @param wheelSize how many slots make one turn
     */
    public TimingWheel(long startMs, long tickMs, int wheelSize) {
        if (tickMs < 1 || wheelSize < 1) {
            throw new IllegalArgumentException("a wheel of " + wheelSize + " slots of " + tickMs + " ms");
        }
        this.tickMs = Math.toIntExact(tickMs);
        this.wheelSize = wheelSize;
        this.slots = new TimerLists(Math.addExact(wheelSize, this.tickMs), ids);
        this.servedTick = tickOf(startMs);
        this.firstInner = this.tickMs;
    }

    /**
     * Has a timer fire at the first poll at or after its deadline.
     *
     * @return a handle to cancel it by; never {@link #NO_TIMER}
     */
    public long schedule(long deadlineMs, long payload) {
        assert owned();
        int id = ids.take();
        size++;
        long tick = tickOf(deadlineMs);
        if (tick > servedTick) {
            ahead++;
            slots.add(outerSlot(tick), id, deadlineMs, payload);
        } else if (tick == servedTick) {
            firstInner = Math.min(firstInner, millisecondOf(deadlineMs));
            slots.add(innerSlot(deadlineMs), id, deadlineMs, payload);
        } else {
            overdue.add(id, deadlineMs, payload);
        }
        return ids.handleOf(id);
    }

    /**
     * Forgets a timer.
     *
     * @return false where it has fired or was cancelled before
     */
    public boolean cancel(long handle) {
        assert owned();
        int id = ids.find(handle);
        if (id == TimerIds.NONE) {
            return false;
        }
        int place = ids.placeOf(id);
        if (OverdueTimers.holds(place)) {
            overdue.remove(place);
        } else {
            ahead -= slots.listAt(place) < wheelSize ? 1 : 0;
            slots.remove(place);
        }
        forget(id);
        return true;
    }

    /**
     * Hands over timers that are due, and turns the wheel. One call goes on for at most one turn and {@code limit}
     * timers; after a long pause call it until it is no longer {@link #behind}.
     *
     * @param nowMs may be less than at the last call: then nothing is due that was not due before
     * @return how many were handed over
     */
    public int poll(long nowMs, int limit, TimerHandler handler) {
        assert owned();
        long nowTick = tickOf(nowMs);
        int fired = 0;
        int slotsLeft = wheelSize;
        while (fired < limit) {
            if (size > ahead && nextDeadlineMs() <= nowMs) {
                fireFirst(handler);
                fired++;
            } else if (servedTick < nowTick && slotsLeft > 0) {
                turn(nowTick);
                slotsLeft--;
            } else {
                break;
            }
        }
        return fired;
    }

    /** Whether another poll at this instant has something left to do. */
    public boolean behind(long nowMs) {
        boolean dueInServed = size > ahead && nextDeadlineMs() <= nowMs;
        return dueInServed || (servedTick < tickOf(nowMs) && ahead > 0);
    }

    /** The first deadline in the slot being served; {@code Long.MAX_VALUE} where it holds nothing. */
    public long nextDeadlineMs() {
        assert owned();
        if (size == ahead) {
            return Long.MAX_VALUE;
        }
        return overdue.size() > 0 ? overdue.firstDeadlineMs() : servedTick * tickMs + firstHeld();
    }

    /** How many timers wait. */
    public int size() {
        return size;
    }

    /** How many timers there is room for before more memory is taken. */
    public int capacity() {
        return slots.capacity();
    }

    /**
     * Forgets all timers with such a payload; O(slots + timers).
     *
     * @return how many
     */
    public int clear(LongPredicate payloadMatches) {
        assert owned();
        int before = size;
        for (int slot = 0; slot < wheelSize + tickMs; slot++) {
            int previous;
            for (int place = slots.last(slot); place != TimerLists.NONE; place = previous) {
                previous = slots.previous(place);
                if (payloadMatches.test(slots.payloadAt(place))) {
                    int id = slots.idAt(place);
                    slots.remove(place);
                    ahead -= slot < wheelSize ? 1 : 0;
                    forget(id);
                }
            }
        }
        size -= overdue.clear(payloadMatches);
        return before - size;
    }

    /** Only when something is overdue or in the inner wheel. */
    private void fireFirst(TimerHandler handler) {
        int id;
        long deadlineMs;
        long payload;
        if (overdue.size() > 0) {
            id = overdue.firstId();
            deadlineMs = overdue.firstDeadlineMs();
            payload = overdue.firstPayload();
            overdue.removeFirst();
        } else {
            int slot = wheelSize + firstHeld();
            int place = slots.last(slot);
            id = slots.idAt(place);
            deadlineMs = slots.deadlineMsAt(place);
            payload = slots.payloadAt(place);
            slots.remove(place);
        }
        forget(id);
        handler.onTimer(deadlineMs, payload);
    }

    private void forget(int id) {
        ids.release(id);
        size--;
    }

    /** The first slot of the inner wheel that holds something. Only when one does. */
    private int firstHeld() {
        while (slots.isEmpty(wheelSize + firstInner)) {
            firstInner++;
        }
        return firstInner;
    }

    /** Enters the next slot, or leaps over what is known to be empty. Only when all that wait are ahead. */
    private void turn(long nowTick) {
        firstInner = tickMs;
        if (ahead == 0) {
            servedTick = nowTick;
            return;
        }
        // After a whole turn without a timer all that wait are rounds away: a year's leap is not walked slot by slot.
        servedTick = barrenSlots < wheelSize ? servedTick + 1 : Math.min(earliestTick(), nowTick);
        int before = ahead;
        enter(outerSlot(servedTick));
        barrenSlots = ahead < before || barrenSlots == wheelSize ? 0 : barrenSlots + 1;
    }

    /** Moves what a slot holds for the round being served to the inner wheel. */
    private void enter(int slot) {
        int previous;
        for (int place = slots.last(slot); place != TimerLists.NONE; place = previous) {
            previous = slots.previous(place);
            long sinceTickMs = slots.deadlineMsAt(place) - servedTick * tickMs;
            if (Long.compareUnsigned(sinceTickMs, tickMs) < 0) { // nothing in a slot is older than the tick served
                slots.move(place, wheelSize + (int) sinceTickMs);
                firstInner = Math.min(firstInner, (int) sinceTickMs);
                ahead--;
            }
        }
    }

    private long earliestTick() {
        long earliest = Long.MAX_VALUE;
        for (int slot = 0; slot < wheelSize; slot++) {
            for (int place = slots.last(slot); place != TimerLists.NONE; place = slots.previous(place)) {
                earliest = Math.min(earliest, tickOf(slots.deadlineMsAt(place)));
            }
        }
        return earliest;
    }

    private long tickOf(long instantMs) {
        return Math.floorDiv(instantMs, tickMs);
    }

    private int outerSlot(long tick) {
        return Math.floorMod(tick, wheelSize);
    }

    private int innerSlot(long deadlineMs) {
        return wheelSize + millisecondOf(deadlineMs);
    }

    /** Within its tick. */
    private int millisecondOf(long deadlineMs) {
        return Math.floorMod(deadlineMs, tickMs);
    }

    /** For assertions: whether the caller is the thread that was here first. */
    private boolean owned() {
        if (owner == null) {
            owner = Thread.currentThread();
        }
        return owner == Thread.currentThread();
    }
}
