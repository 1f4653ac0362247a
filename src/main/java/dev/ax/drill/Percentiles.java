package dev.ax.drill;

import java.util.Arrays;

/** Values and their percentiles by nearest rank. For one thread. */
final class Percentiles {
    private long[] values = new long[1024];
    private int size;
    private boolean sorted = true;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
        sorted = false;
    }

    int size() {
        return size;
    }

    /** 0 where there are no values. */
    long p(double percent) {
        if (size == 0) {
            return 0;
        }
        if (!sorted) {
            Arrays.sort(values, 0, size);
            sorted = true;
        }
        return values[Math.max(0, (int) Math.ceil(percent / 100 * size) - 1)];
    }

    long max() {
        return p(100);
    }
}
