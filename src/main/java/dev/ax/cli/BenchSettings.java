package dev.ax.cli;

import io.vertx.core.json.JsonObject;

/**
 * How the benchmark loads a node.
 *
 * @param tasks in each scenario but the delayed one
 * @param delayed tasks of the delayed scenario
 * @param inFlight submissions one by one that are under way at once
 * @param batch tasks in a batch
 * @param payload bytes of JSON in each task
 * @param rounds that count; a shorter one before them does not
 * @param aof whether Redis keeps an append-only file, synced each second
 */
record BenchSettings(int tasks, int delayed, int inFlight, int batch, int payload, int rounds, boolean aof) {
    /** Of the tasks of a round that counts: enough for the compiler to see every path. */
    private static final int WARM_UP_PART = 5;

    BenchSettings forWarmUp() {
        return new BenchSettings(
                Math.max(1, tasks / WARM_UP_PART),
                Math.max(1, delayed / WARM_UP_PART),
                inFlight,
                batch,
                payload,
                rounds,
                aof);
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("tasks", tasks)
                .put("delayed", delayed)
                .put("inFlight", inFlight)
                .put("batch", batch)
                .put("payloadBytes", payload)
                .put("rounds", rounds)
                .put("aof", aof ? "everysec" : "none");
    }
}
