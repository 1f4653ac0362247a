package dev.ax.dispatch;

/** An instant on both clocks: monotonic, and the wall's, which also counts while a machine is suspended. */
record Stamp(long nanos, long wallMs) {}
