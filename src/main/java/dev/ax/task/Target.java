package dev.ax.task;

import java.util.Map;

/** Who runs a task. */
public sealed interface Target {

    /** A handler registered under the task's type in some node, or a puller. */
    record Handler() implements Target {
        public static final Handler INSTANCE = new Handler();
    }

    /**
     * An HTTP endpoint that the task is pushed to.
     *
     * @param method POST or PUT
     * @param headers as submitted; {@code ${secret:name}} is not yet replaced
     */
    record Http(String url, String method, Map<String, String> headers) implements Target {
        public Http {
            headers = Map.copyOf(headers);
        }
    }

    /** A consumer on the event bus. */
    record Bus(String address) implements Target {}

    /** The way to an executor, as lanes are named by it: {@code http}, {@code bus} or {@code type:<type>}. */
    default String route(String type) {
        return this instanceof Http ? "http" : this instanceof Bus ? "bus" : "type:" + type;
    }
}
