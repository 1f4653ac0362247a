package dev.ax.task;

/** A transition that the table of {@link TaskState} does not have was asked for: a broken promise inside ax. */
public final class IllegalTransitionException extends RuntimeException {
    public IllegalTransitionException(TaskState from, TaskState to) {
        super("a task cannot go from " + from + " to " + to);
    }
}
