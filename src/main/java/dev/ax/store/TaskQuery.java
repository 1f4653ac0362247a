package dev.ax.store;

import dev.ax.task.TaskState;

/**
 * What to list. Null means "any".
 *
 * @param state the one state to list; null for all, one after another
 * @param labelKey with {@code labelValue}
 * @param limit 1 to 1000
 * @param cursor of the page before; null for the first
 */
public record TaskQuery(
        TaskState state, String type, String queue, String labelKey, String labelValue, int limit, String cursor) {}
