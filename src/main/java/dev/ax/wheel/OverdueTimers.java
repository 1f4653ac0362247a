package dev.ax.wheel;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Timers whose slot had passed when they were scheduled, in a binary heap by deadline. They are due at once, so it is
 * empty again after the next poll.
 */
final class OverdueTimers {
    private static final int INITIAL_CAPACITY = 16;

    private final TimerIds ids;
    private long[] deadlinesMs = new long[INITIAL_CAPACITY];
    private long[] payloads = new long[INITIAL_CAPACITY];
    private int[] numbers = new int[INITIAL_CAPACITY];
    private int size;

    OverdueTimers(TimerIds ids) {
        this.ids = ids;
    }

    int size() {
        return size;
    }

    /** Whether a place is one in here: they are negative. */
    static boolean holds(int place) {
        return place < 0;
    }

    long firstDeadlineMs() {
        return deadlinesMs[0];
    }

    long firstPayload() {
        return payloads[0];
    }

    int firstId() {
        return numbers[0];
    }

    void removeFirst() {
        remove(~0);
    }

    void add(int id, long deadlineMs, long payload) {
        if (size == numbers.length) {
            deadlinesMs = Arrays.copyOf(deadlinesMs, size * 2);
            payloads = Arrays.copyOf(payloads, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        size++;
        siftUp(size - 1, id, deadlineMs, payload);
    }

    /** Takes a timer out; its number remains its own. */
    void remove(int place) {
        int at = ~place;
        size--;
        if (at < size) {
            siftDown(at, numbers[size], deadlinesMs[size], payloads[size]);
            siftUp(at, numbers[at], deadlinesMs[at], payloads[at]);
        }
    }

    /** Takes out those with such a payload, and frees their numbers; returns how many. */
    int clear(LongPredicate payloadMatches) {
        int all = size;
        size = 0;
        for (int at = 0; at < all; at++) { // what is kept never reaches what was not looked at
            if (payloadMatches.test(payloads[at])) {
                ids.release(numbers[at]);
            } else {
                add(numbers[at], deadlinesMs[at], payloads[at]);
            }
        }
        return all - size;
    }

    private void siftUp(int from, int id, long deadlineMs, long payload) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (deadlinesMs[parent] <= deadlineMs) {
                break;
            }
            put(at, numbers[parent], deadlinesMs[parent], payloads[parent]);
            at = parent;
        }
        put(at, id, deadlineMs, payload);
    }

    private void siftDown(int from, int id, long deadlineMs, long payload) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && deadlinesMs[child + 1] < deadlinesMs[child]) {
                child++;
            }
            if (deadlineMs <= deadlinesMs[child]) {
                break;
            }
            put(at, numbers[child], deadlinesMs[child], payloads[child]);
            at = child;
        }
        put(at, id, deadlineMs, payload);
    }

    private void put(int at, int id, long deadlineMs, long payload) {
        deadlinesMs[at] = deadlineMs;
        payloads[at] = payload;
        numbers[at] = id;
        ids.place(id, ~at);
    }
}
