package dev.ax.store;

import dev.ax.task.Task;

/** What became of one submitted task. */
public sealed interface Submission {

    /** It is stored now. */
    record Created(Task task) implements Submission {}

    /** The same task was known already: here it is as it stands. */
    record Existing(Task task) implements Submission {}

    /** Another task is known under this id. */
    record Conflict(Task existing) implements Submission {}

    /** The store could not take it; nothing of it is stored, or that is unknown. */
    record Refused(StoreException cause) implements Submission {}
}
