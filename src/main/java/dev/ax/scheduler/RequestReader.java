package dev.ax.scheduler;

import dev.ax.task.TaskSpec;

/** Makes a task of the body of a submission. Any thread may call it. */
@FunctionalInterface
public interface RequestReader {

    /**
     * Reads a body; the instant of the call is the task's creation.
     *
     * @param body UTF-8 JSON, the body of {@code POST /v1/tasks}; not changed, and not kept
     * @throws InvalidTaskException naming every fault
     */
    TaskSpec read(byte[] body);
}
