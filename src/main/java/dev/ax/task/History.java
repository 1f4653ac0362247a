package dev.ax.task;

import java.util.List;

/**
 * The way of a task, oldest first.
 *
 * @param omitted lines between the first 10 and the last 100 that are no longer kept
 */
public record History(List<Line> items, long omitted) {

    public History {
        items = List.copyOf(items);
    }

    /**
     * One transition.
     *
     * @param atMs epoch ms by the store's clock
     * @param from null for the submission
     * @param attempt starts by then
     * @param outcome how the attempt ended; null where none did
     * @param node null where no node took part
     * @param by who asked: {@code ax}, {@code api}, {@code executor}
     * @param durationMs of the attempt that ended; -1 where none did
     */
    public record Line(
            long atMs,
            TaskState from,
            TaskState to,
            int attempt,
            AttemptStatus outcome,
            String node,
            String by,
            String reason,
            String error,
            long durationMs) {}
}
