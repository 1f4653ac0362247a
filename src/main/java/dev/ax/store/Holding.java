package dev.ax.store;

/** A claim to run a task, proved by the token of the attempt. */
public record Holding(String id, long token) {}
