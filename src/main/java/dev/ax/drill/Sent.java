package dev.ax.drill;

import java.util.Arrays;
import java.util.BitSet;

/** The numbers of the tasks that were submitted, and of those that a node said it has. Any thread may use it. */
final class Sent {
    private final BitSet acknowledged = new BitSet();
    private long[] atMs = new long[1024];
    private int next;

    /** Takes the next numbers; returns the first. */
    synchronized int take(int count) {
        int first = next;
        next += count;
        return first;
    }

    synchronized void acknowledged(int number) {
        acknowledged.set(number);
        if (number >= atMs.length) {
            atMs = Arrays.copyOf(atMs, Math.max(number + 1, 2 * atMs.length));
        }
        atMs[number] = System.currentTimeMillis();
    }

    /** When, by this machine's clock. */
    synchronized long acknowledgedAtMs(int number) {
        return atMs[number];
    }

    synchronized int acknowledged() {
        return acknowledged.cardinality();
    }

    synchronized boolean isAcknowledged(int number) {
        return acknowledged.get(number);
    }

    /** How many numbers were taken. */
    synchronized int taken() {
        return next;
    }
}
