package dev.ax.store;

import dev.ax.task.Task;
import dev.ax.task.TaskState;

/** What became of an action on one task. */
public sealed interface ActionResult {

    /**
     * Done.
     *
     * @param from the state it was found in
     * @param task as it stands now
     */
    record Done(TaskState from, Task task) implements ActionResult {}

    /** Its state, or {@code interruptible: false}, forbids it: nothing changed. */
    record Forbidden(Task task) implements ActionResult {}

    /** No such task. */
    record NotFound() implements ActionResult {}
}
