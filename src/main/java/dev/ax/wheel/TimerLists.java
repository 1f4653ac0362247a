package dev.ax.wheel;

import java.util.Arrays;

/**
 * Timers in a fixed number of lists without order. A list is a chain of blocks of 16 places, full but for the last; one
 * that leaves is replaced by the last of its list. So a walk reads memory in a row and never waits for one timer to find
 * the next, as it would in a linked list, where a million timers cost a cache miss each.
 *
 * <p>Blocks go from list to list, and memory grows by chunks of blocks without a copy: 24 bytes a timer, and a block for
 * each list that is not empty.
 */
final class TimerLists {
    static final int NONE = -1;
    private static final int BLOCK_BITS = 4;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;
    /** Deadline, payload, number. */
    private static final int FIELDS = 3;

    private final TimerIds ids;
    /** By list: the place of its last timer, or NONE. */
    private final int[] last;

    /** By chunk: the fields of each place in turn. */
    private long[][] timers = {};
    /** By block: the one before it in its list or among the free ones, or NONE. */
    private int[] before = {};
    /** By block: its list. So a timer is taken out without a look at it. */
    private int[] listOf = {};

    private int lastFree = NONE;

    TimerLists(int lists, TimerIds ids) {
        this.ids = ids;
        this.last = new int[lists];
        Arrays.fill(last, NONE);
    }

    void add(int list, int id, long deadlineMs, long payload) {
        int place = append(list);
        long[] chunk = timers[place >> CHUNK_BITS];
        int at = at(place);
        chunk[at] = deadlineMs;
        chunk[at + 1] = payload;
        chunk[at + 2] = id;
        ids.place(id, place);
    }

    /** Takes a timer out; its number remains its own. */
    void remove(int place) {
        int list = listAt(place);
        int end = last[list];
        if (place != end) {
            copy(end, place);
        }
        dropLast(list);
    }

    void move(int place, int toList) {
        copy(place, append(toList));
        remove(place);
    }

    int listAt(int place) {
        return listOf[place >> BLOCK_BITS];
    }

    boolean isEmpty(int list) {
        return last[list] == NONE;
    }

    /** Where a walk begins, or NONE. It goes backwards, so that the timer at hand may be removed. */
    int last(int list) {
        return last[list];
    }

    /** Where a walk goes on, or NONE. */
    int previous(int place) {
        return (place & BLOCK - 1) != 0 ? place - 1 : lastOf(before[place >> BLOCK_BITS]);
    }

    long deadlineMsAt(int place) {
        return timers[place >> CHUNK_BITS][at(place)];
    }

    long payloadAt(int place) {
        return timers[place >> CHUNK_BITS][at(place) + 1];
    }

    int idAt(int place) {
        return (int) timers[place >> CHUNK_BITS][at(place) + 2];
    }

    /** How many places there are. */
    int capacity() {
        return timers.length * CHUNK;
    }

    private static int at(int place) {
        return (place & CHUNK - 1) * FIELDS;
    }

    private void copy(int from, int to) {
        long[] source = timers[from >> CHUNK_BITS];
        long[] target = timers[to >> CHUNK_BITS];
        int sourceAt = at(from);
        int targetAt = at(to);
        long id = source[sourceAt + 2];
        target[targetAt] = source[sourceAt];
        target[targetAt + 1] = source[sourceAt + 1];
        target[targetAt + 2] = id;
        ids.place((int) id, to);
    }

    private int append(int list) {
        int place = last[list] + 1;
        if ((place & BLOCK - 1) == 0) { // the block is full, or there is none: NONE + 1 is 0
            int block = takeBlock();
            listOf[block] = list;
            before[block] = last[list] == NONE ? NONE : last[list] >> BLOCK_BITS;
            place = block << BLOCK_BITS;
        }
        last[list] = place;
        return place;
    }

    private void dropLast(int list) {
        int place = last[list];
        last[list] = previous(place);
        if ((place & BLOCK - 1) == 0) {
            int block = place >> BLOCK_BITS;
            before[block] = lastFree;
            lastFree = block;
        }
    }

    private static int lastOf(int block) {
        return block == NONE ? NONE : (block << BLOCK_BITS) + BLOCK - 1;
    }

    private int takeBlock() {
        if (lastFree == NONE) {
            grow();
        }
        int block = lastFree;
        lastFree = before[block];
        return block;
    }

    private void grow() {
        int chunk = timers.length;
        timers = Arrays.copyOf(timers, chunk + 1);
        timers[chunk] = new long[CHUNK * FIELDS];
        int from = before.length;
        before = Arrays.copyOf(before, capacity() >> BLOCK_BITS);
        listOf = Arrays.copyOf(listOf, before.length);
        for (int block = before.length - 1; block >= from; block--) {
            before[block] = lastFree;
            lastFree = block;
        }
    }
}
