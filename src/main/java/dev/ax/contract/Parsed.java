package dev.ax.contract;

import dev.ax.task.TaskSpec;

/** What became of one submitted body. */
public sealed interface Parsed {

    /** A task, with the defaults filled in. */
    record Valid(TaskSpec spec) implements Parsed {}

    /**
     * No task.
     *
     * @param id as far as it was given and is one; else null
     */
    record Invalid(String id, Problem problem) implements Parsed {}
}
