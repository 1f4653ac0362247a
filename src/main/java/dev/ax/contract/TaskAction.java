package dev.ax.contract;

import dev.ax.store.ActionResult;
import dev.ax.task.TaskState;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What can be done to a task, and in which states: the words of a refusal, not its judge, which is the store. */
public enum TaskAction {
    CANCEL("cancel", TaskState.PENDING, TaskState.READY, TaskState.PAUSED, TaskState.RUNNING),
    RUN_NOW("run-now", TaskState.PENDING),
    REPLAY("replay", TaskState.FAILED, TaskState.CANCELED, TaskState.EXPIRED),
    FORGET("forget", TaskState.FAILED);

    private final String word;
    private final String states;

    TaskAction(String word, TaskState... states) {
        this.word = word;
        this.states = Arrays.stream(states).map(Enum::name).collect(Collectors.joining(", "));
    }

    /** Why it was not done; null where it was. */
    public Problem problemOf(String id, ActionResult result) {
        if (result instanceof ActionResult.Forbidden forbidden) {
            boolean running = forbidden.task().state() == TaskState.RUNNING;
            return this == CANCEL && running
                    ? Problem.notInterruptible(forbidden.task())
                    : Problem.stateForbids(word, states, forbidden.task());
        }
        return result instanceof ActionResult.NotFound ? Problem.taskNotFound(id) : null;
    }
}
