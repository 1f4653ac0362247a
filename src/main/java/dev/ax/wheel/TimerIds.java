package dev.ax.wheel;

import java.util.Arrays;

/**
 * The numbers of timers, and the place where each is kept just now. A number is used again once its timer is gone; its
 * handle is not, since it holds the number's generation too.
 *
 * <p>12 bytes a number. The free ones are a stack and not a chain: the processor need not wait for one to find the next.
 */
final class TimerIds {
    static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 64;

    /** By number: its generation, never 0, so that no handle is; then the place. Side by side, for one cache miss. */
    private int[] seats = {};

    private int[] free = {};
    private int freeCount;

    /** A number that no timer has. */
    int take() {
        if (freeCount == 0) {
            grow();
        }
        return free[--freeCount];
    }

    /** The timer is gone: its handle is worth nothing from now on. */
    void release(int id) {
        int generation = seats[2 * id] + 1;
        seats[2 * id] = generation == 0 ? 1 : generation;
        free[freeCount++] = id;
    }

    void place(int id, int place) {
        seats[2 * id + 1] = place;
    }

    int placeOf(int id) {
        return seats[2 * id + 1];
    }

    long handleOf(int id) {
        return (long) seats[2 * id] << 32 | id;
    }

    /** The number of the timer that waits under this handle, or {@link #NONE}. */
    int find(long handle) {
        int id = (int) handle;
        return id >= 0 && id < free.length && handleOf(id) == handle ? id : NONE;
    }

    private void grow() {
        int before = free.length;
        int after = Math.max(INITIAL_CAPACITY, Math.multiplyExact(before, 2));
        seats = Arrays.copyOf(seats, Math.multiplyExact(after, 2));
        free = new int[after]; // nothing is lost: none was free
        for (int id = after - 1; id >= before; id--) {
            seats[2 * id] = 1;
            free[freeCount++] = id;
        }
    }
}
