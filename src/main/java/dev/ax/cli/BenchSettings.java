package dev.ax.cli;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How the benchmark loads a node. What is null was left open: each scenario has its own default then.
 *
 * @param tasks that a round runs or submits
 * @param delayed tasks of a round that are due later, while the node looks on
 * @param pending tasks that wait beside the ones that a round runs
 * @param millis over which the delayed tasks are due, or for which an idle node is watched
 * @param inFlight submissions one by one that are under way at once
 * @param batch tasks in a batch
 * @param payload bytes of JSON in each task
 * @param slotsFactor times the slots of the article's load test
 * @param javaOptions of a worker that is a process of its own
 * @param aof whether a Redis of one's own keeps an append-only file, synced each second
 * @param url of a Redis that is up; null for one of one's own each round
 * @param part the counts above are divided by it
 */
record BenchSettings(
        Integer tasks,
        Integer delayed,
        Integer pending,
        Integer millis,
        int inFlight,
        int batch,
        int payload,
        int slotsFactor,
        String javaOptions,
        boolean aof,
        String url,
        int part) {
    /** Of the tasks of a round that counts: enough for the compiler to see every path. */
    private static final int WARM_UP_PART = 5;

    BenchSettings forWarmUp() {
        return new BenchSettings(
                tasks,
                delayed,
                pending,
                millis,
                inFlight,
                batch,
                payload,
                slotsFactor,
                javaOptions,
                aof,
                url,
                WARM_UP_PART);
    }

    int tasks(int otherwise) {
        return count(tasks, otherwise);
    }

    int delayed(int otherwise) {
        return count(delayed, otherwise);
    }

    int pending(int otherwise) {
        return count(pending, otherwise);
    }

    Duration span(Duration otherwise) {
        return millis == null ? otherwise : Duration.ofMillis(millis);
    }

    List<String> javaOptions(String otherwise) {
        String options = javaOptions == null ? otherwise : javaOptions;
        return options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"));
    }

    /** What was given, and what has one default for all scenarios. */
    JsonObject toJson() {
        JsonObject json = new JsonObject()
                .put("tasks", tasks)
                .put("delayed", delayed)
                .put("pending", pending)
                .put("millis", millis)
                .put("inFlight", inFlight)
                .put("batch", batch)
                .put("payloadBytes", payload)
                .put("slotsFactor", slotsFactor)
                .put("workerJavaOptions", javaOptions)
                .put("url", url);
        json.getMap().values().removeIf(Objects::isNull);
        return json;
    }

    private int count(Integer given, int otherwise) {
        return Math.max(1, (given == null ? otherwise : given) / part);
    }
}
