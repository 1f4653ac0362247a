package dev.ax.store;

/** Tasks by state, as the indexes have them. */
public record Counts(long pending, long ready, long running, long dead, long damaged) {}
