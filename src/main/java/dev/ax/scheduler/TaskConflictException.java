package dev.ax.scheduler;

import dev.ax.task.Task;

/** Another task is known under the id. */
public final class TaskConflictException extends RuntimeException {
    private final transient Task existing;

    public TaskConflictException(Task existing) {
        super("another task is known as " + existing.id());
        this.existing = existing;
    }

    /** The one that is known. */
    public Task existing() {
        return existing;
    }
}
