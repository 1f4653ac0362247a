package dev.ax.clock;

/**
 * The store's clock moved against the monotonic one between two estimates.
 *
 * @param byMs positive where it went forward
 * @param atMs the instant by the new estimate
 */
public record ClockJump(long byMs, long atMs) {}
