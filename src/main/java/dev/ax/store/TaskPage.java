package dev.ax.store;

import dev.ax.task.Task;
import java.util.List;

/**
 * One page of a list.
 *
 * @param nextCursor null at the end
 */
public record TaskPage(List<Task> items, String nextCursor) {
    public TaskPage {
        items = List.copyOf(items);
    }
}
