package dev.ax.drill;

import dev.ax.task.IllegalTransitionException;
import dev.ax.task.TaskState;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A task and its whole history, as the API tells them. */
record Life(JsonObject task, List<JsonObject> history) {

    String id() {
        return task.getString("id");
    }

    TaskState state() {
        return TaskState.valueOf(task.getString("state"));
    }

    int attempt() {
        return task.getInteger("attempt");
    }

    int retry() {
        return task.getInteger("retry");
    }

    /** How its attempts ended, in order. */
    List<String> outcomes() {
        return history.stream()
                .map(line -> line.getString("outcome"))
                .filter(outcome -> outcome != null)
                .toList();
    }

    /** When a run was claimed, in order. */
    List<Instant> starts() {
        return history.stream()
                .filter(line -> "RUNNING".equals(line.getString("to")))
                .map(Life::at)
                .toList();
    }

    Instant startedAt() {
        return Instant.parse(task.getString("startedAt"));
    }

    /** How long after it was due its latest attempt was begun. */
    Duration lateness() {
        return Duration.between(Instant.parse(task.getString("runAt")), startedAt());
    }

    /** Whether it ran and succeeded, exactly once. */
    boolean committedOnce() {
        return state() == TaskState.SUCCEEDED
                && outcomes().stream().filter("SUCCEEDED"::equals).count() == 1;
    }

    /**
     * What is wrong with it, whatever was done to it.
     *
     * @param delay it was submitted with; null where that is not known
     */
    List<String> faults(Duration delay) {
        List<String> faults = new ArrayList<>();
        if (!state().ended()) {
            faults.add("has not ended");
        }
        TaskState at = null;
        for (JsonObject line : history) {
            follow(at, line, faults);
            at = TaskState.valueOf(line.getString("to"));
        }
        if (at != state()) {
            faults.add("its history does not lead to its state");
        }
        if (outcomes().stream().filter("SUCCEEDED"::equals).count() > 1) {
            faults.add("committed twice");
        }
        if (starts().size() != attempt() || outcomes().size() != attempt()) {
            faults.add("starts, ends and attempts differ");
        }
        Instant due = delay == null
                ? Instant.MIN
                : Instant.parse(task.getString("createdAt")).plus(delay);
        if (starts().stream().anyMatch(start -> start.isBefore(due))) {
            faults.add("started before " + due);
        }
        return faults;
    }

    private static void follow(TaskState at, JsonObject line, List<String> faults) {
        String from = line.getString("from");
        TaskState to = TaskState.valueOf(line.getString("to"));
        if (from == null) {
            if (at != null || (to != TaskState.PENDING && to != TaskState.READY)) {
                faults.add("begins in the middle");
            }
            return;
        }
        if (at != TaskState.valueOf(from)) {
            faults.add("was " + at + " but went on from " + from);
        }
        try {
            TaskState.valueOf(from).to(to);
        } catch (IllegalTransitionException illegal) {
            faults.add(illegal.getMessage());
        }
    }

    private static Instant at(JsonObject line) {
        return Instant.parse(line.getString("at"));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(task.encode());
        history.forEach(line -> text.append("\n    ").append(line.encode()));
        return text.toString();
    }
}
