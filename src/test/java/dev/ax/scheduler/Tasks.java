package dev.ax.scheduler;

import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import java.util.Map;

/** Tasks as tests need them. */
final class Tasks {
    static final long CREATED_MS = 1_000_000;
    static final long CLAIMED_MS = 1_000_100;

    private Tasks() {}

    static TaskSpec spec(String id) {
        return new TaskSpec(
                id,
                "mail",
                TaskSpec.DEFAULT_QUEUE,
                null,
                CREATED_MS,
                CREATED_MS,
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TIMEOUT,
                RetryPolicy.DEFAULT,
                Target.Handler.INSTANCE,
                null,
                null,
                true,
                0,
                Map.of(),
                id.hashCode());
    }

    static Task pending(TaskSpec spec) {
        return task(spec, TaskState.PENDING, 0, 0, 0, null);
    }

    static Task in(TaskState state, String id) {
        return task(spec(id), state, 0, 0, 0, null);
    }

    /** The second attempt, after one retry; of no node where it was handed to an executor that reports. */
    static Task claimed(TaskState state, String id, long token, String node) {
        return task(spec(id), state, CLAIMED_MS, 1, token, node);
    }

    private static Task task(TaskSpec spec, TaskState state, long startedMs, int retry, long token, String node) {
        return new Task(
                spec,
                state,
                spec.priority(),
                spec.runAtMs(),
                0,
                startedMs,
                0,
                retry + 1,
                retry,
                0,
                0,
                token,
                1,
                node,
                null,
                null,
                false,
                null);
    }
}
