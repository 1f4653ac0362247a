package dev.ax.wheel;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Hashed timing wheel with one list of timers a slot, after Varghese and Lauck, "Hashed and Hierarchical Timing
 * Wheels", SOSP 1987 (scheme 6). A timer is a deadline in epoch milliseconds and a number that means something to the
 * caller.
 *
 * <p>Never fires early. What fires in one poll comes in order of deadline, equal deadlines in any order: when a slot's
 * turn comes, its timers of this round move to a binary heap, and what is scheduled at or before the slot being served
 * joins them there. So waiting is as coarse as the slots, and firing as fine as the calls of {@link #poll}.
 *
 * <p>Any deadline is taken: past ones are due at the next poll, those beyond one turn stay in their slot until their
 * round (rounds are told by the deadline itself, so nothing is counted down and nothing overflows). Time may stand
 * still, leap or go back between polls.
 *
 * <p>Cost: schedule and cancel are O(1), O(log k) for one of the k timers of the slot being served; entering a slot
 * is O(its timers), of later rounds too; an empty slot is one comparison. 32 bytes a timer in primitive arrays that
 * double when full and keep their size; slots of cancelled and fired timers are used again, so steady work makes no
 * garbage, and memory is that of the most timers that ever waited at one time.
 *
 * <p>Not thread safe: owned by the thread that uses it first; with assertions on, another one fails. Reads no clock.
 */
public final class TimingWheel {
    /** No handle is equal to this. */
    public static final long NO_TIMER = 0;

    private static final int NONE = -1;
    private static final int IN_HEAP = -2;
    private static final int FREE = -3;
    private static final int INITIAL_CAPACITY = 64;

    private final long tickMs;
    /** First timer of each slot, or NONE. */
    private final int[] slots;

    private long[] deadlines = new long[INITIAL_CAPACITY];
    private long[] payloads = new long[INITIAL_CAPACITY];
    /** Of a timer in a slot: the one after it. Of one in the heap: its position there. Of a free one: the next free. */
    private int[] next = new int[INITIAL_CAPACITY];
    /** Of a timer in a slot: the one before it or NONE. Else IN_HEAP or FREE. */
    private int[] prev = new int[INITIAL_CAPACITY];
    /** How often each place was given away: tells a handle from that of an earlier timer in the same place. */
    private int[] generations = new int[INITIAL_CAPACITY];

    private int[] heap = new int[INITIAL_CAPACITY];
    private int heapSize;
    private int firstFree = NONE;
    private int size;
    /** The tick being served: all timers up to its end are in the heap or fired. */
    private long servedTick;
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
        this.tickMs = tickMs;
        this.slots = new int[wheelSize];
        this.servedTick = tickOf(startMs);
        Arrays.fill(slots, NONE);
        freeFrom(0);
    }

    /**
     * Has a timer fire at the first poll at or after its deadline.
     *
     * @return a handle to cancel it by; never {@link #NO_TIMER}
     */
    public long schedule(long deadlineMs, long payload) {
        assert owned();
        if (firstFree == NONE) {
            grow();
        }
        int timer = firstFree;
        firstFree = next[timer];
        deadlines[timer] = deadlineMs;
        payloads[timer] = payload;
        size++;
        if (tickOf(deadlineMs) <= servedTick) {
            push(timer);
        } else {
            link(timer);
        }
        return ((long) generations[timer] << 32) | timer;
    }

    /**
     * Forgets a timer.
     *
     * @return false where it has fired or was cancelled before
     */
    public boolean cancel(long handle) {
        assert owned();
        int timer = (int) handle;
        if (timer < 0 || timer >= prev.length || generations[timer] != (int) (handle >>> 32) || prev[timer] == FREE) {
            return false;
        }
        if (prev[timer] == IN_HEAP) {
            removeFromHeap(next[timer]);
        } else {
            unlink(timer);
        }
        free(timer);
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
        int slotsLeft = slots.length;
        while (fired < limit) {
            if (heapSize > 0 && deadlines[heap[0]] <= nowMs) {
                int timer = heap[0];
                long deadlineMs = deadlines[timer];
                long payload = payloads[timer];
                removeFromHeap(0);
                free(timer);
                fired++;
                handler.onTimer(deadlineMs, payload);
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
        boolean dueInServed = heapSize > 0 && nextDeadlineMs() <= nowMs;
        return dueInServed || (servedTick < tickOf(nowMs) && size > heapSize);
    }

    /** The first deadline in the slot being served; {@code Long.MAX_VALUE} where it holds nothing. */
    public long nextDeadlineMs() {
        assert owned();
        return heapSize > 0 ? deadlines[heap[0]] : Long.MAX_VALUE;
    }

    /** How many timers wait. */
    public int size() {
        return size;
    }

    /** How many timers there is room for before the arrays grow. */
    public int capacity() {
        return deadlines.length;
    }

    /**
     * Forgets all timers with such a payload; O(slots + timers).
     *
     * @return how many
     */
    public int clear(LongPredicate payloadMatches) {
        assert owned();
        int before = size;
        for (int head : slots) {
            int timer = head;
            while (timer != NONE) {
                int following = next[timer];
                if (payloadMatches.test(payloads[timer])) {
                    unlink(timer);
                    free(timer);
                }
                timer = following;
            }
        }
        int kept = 0;
        for (int at = 0; at < heapSize; at++) {
            int timer = heap[at];
            if (payloadMatches.test(payloads[timer])) {
                free(timer);
            } else {
                place(timer, kept++);
            }
        }
        heapSize = kept;
        heapify();
        return before - size;
    }

    /** Enters the next slot, or leaps over what is known to be empty. Only when the heap has nothing due. */
    private void turn(long nowTick) {
        if (size == heapSize) {
            servedTick = nowTick; // no slot holds anything
            return;
        }
        // After a whole turn without a timer all that wait are rounds away: a year's leap is not walked slot by slot.
        servedTick = barrenSlots < slots.length ? servedTick + 1 : Math.min(earliestTick(), nowTick);
        int before = heapSize;
        collect(slotOf(servedTick));
        barrenSlots = heapSize > before || barrenSlots == slots.length ? 0 : barrenSlots + 1;
    }

    /** Moves what a slot holds for the round being served to the heap. */
    private void collect(int slot) {
        int timer = slots[slot];
        while (timer != NONE) {
            int following = next[timer];
            if (tickOf(deadlines[timer]) <= servedTick) {
                unlink(timer);
                if (heapSize == heap.length) {
                    growHeap();
                }
                place(timer, heapSize++);
            }
            timer = following;
        }
        heapify();
    }

    private long earliestTick() {
        long earliest = Long.MAX_VALUE;
        for (int head : slots) {
            for (int timer = head; timer != NONE; timer = next[timer]) {
                earliest = Math.min(earliest, tickOf(deadlines[timer]));
            }
        }
        return earliest;
    }

    private long tickOf(long instantMs) {
        return Math.floorDiv(instantMs, tickMs);
    }

    private int slotOf(long tick) {
        return Math.floorMod(tick, slots.length);
    }

    private void link(int timer) {
        int slot = slotOf(tickOf(deadlines[timer]));
        int head = slots[slot];
        next[timer] = head;
        prev[timer] = NONE;
        if (head != NONE) {
            prev[head] = timer;
        }
        slots[slot] = timer;
    }

    private void unlink(int timer) {
        int before = prev[timer];
        int after = next[timer];
        if (before == NONE) {
            slots[slotOf(tickOf(deadlines[timer]))] = after;
        } else {
            next[before] = after;
        }
        if (after != NONE) {
            prev[after] = before;
        }
    }

    private void free(int timer) {
        generations[timer] = nextGeneration(generations[timer]);
        prev[timer] = FREE;
        next[timer] = firstFree;
        firstFree = timer;
        size--;
    }

    /** Never 0, so that no handle is {@link #NO_TIMER}. */
    private static int nextGeneration(int generation) {
        return generation == -1 ? 1 : generation + 1;
    }

    private void push(int timer) {
        if (heapSize == heap.length) {
            growHeap();
        }
        place(timer, heapSize++);
        siftUp(heapSize - 1);
    }

    private void removeFromHeap(int at) {
        int last = heap[--heapSize];
        if (at < heapSize) {
            place(last, at);
            siftDown(at);
            siftUp(at);
        }
    }

    private void heapify() {
        for (int at = heapSize / 2 - 1; at >= 0; at--) {
            siftDown(at);
        }
    }

    private void siftUp(int from) {
        int timer = heap[from];
        long deadlineMs = deadlines[timer];
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (deadlines[heap[parent]] <= deadlineMs) {
                break;
            }
            place(heap[parent], at);
            at = parent;
        }
        place(timer, at);
    }

    private void siftDown(int from) {
        int timer = heap[from];
        long deadlineMs = deadlines[timer];
        int at = from;
        for (int child = 2 * at + 1; child < heapSize; child = 2 * at + 1) {
            if (child + 1 < heapSize && deadlines[heap[child + 1]] < deadlines[heap[child]]) {
                child++;
            }
            if (deadlineMs <= deadlines[heap[child]]) {
                break;
            }
            place(heap[child], at);
            at = child;
        }
        place(timer, at);
    }

    private void place(int timer, int at) {
        heap[at] = timer;
        next[timer] = at;
        prev[timer] = IN_HEAP;
    }

    private void growHeap() {
        heap = Arrays.copyOf(heap, heap.length * 2);
    }

    private void grow() {
        int before = deadlines.length;
        int after = Math.multiplyExact(before, 2);
        deadlines = Arrays.copyOf(deadlines, after);
        payloads = Arrays.copyOf(payloads, after);
        next = Arrays.copyOf(next, after);
        prev = Arrays.copyOf(prev, after);
        generations = Arrays.copyOf(generations, after);
        freeFrom(before);
    }

    private void freeFrom(int first) {
        for (int timer = deadlines.length - 1; timer >= first; timer--) {
            generations[timer] = 1;
            prev[timer] = FREE;
            next[timer] = firstFree;
            firstFree = timer;
        }
    }

    /** For assertions: whether the caller is the thread that was here first. */
    private boolean owned() {
        if (owner == null) {
            owner = Thread.currentThread();
        }
        return owner == Thread.currentThread();
    }
}
