package dev.ax.scheduler;

import dev.ax.task.TaskSpec;
import io.vertx.core.json.JsonObject;

/** Makes a task of the body of a submission. Any thread may call it. */
@FunctionalInterface
public interface RequestReader {

    /**
     * Reads a body; the instant of the call is the task's creation.
     *
     * @throws InvalidTaskException naming every fault
     */
    TaskSpec read(JsonObject body);
}
