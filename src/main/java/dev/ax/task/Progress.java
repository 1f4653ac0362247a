package dev.ax.task;

/**
 * What a running attempt last said of itself.
 *
 * @param ratio 0 to 1; NaN where it was not told
 * @param note null where it was not told
 * @param logUrl where its log is; null where it was not told
 */
public record Progress(double ratio, String note, String logUrl) {}
