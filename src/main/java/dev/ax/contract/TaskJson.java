package dev.ax.contract;

import dev.ax.store.TaskPage;
import dev.ax.task.Progress;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tasks as users see them. The policy that was submitted as {@code retry} is shown as {@code retryPolicy}, since
 * {@code retry} is the count of retries used. Values of sensitive headers are not shown. Any thread may use it.
 */
public final class TaskJson {

    private static final String HIDDEN = "***";
    private static final int BYTES_BESIDE_PAYLOAD = 1024;

    /** Nearly all tasks have the policy that the node's configuration names. */
    private static final LastText<RetryPolicy> RETRY_POLICY = new LastText<>(TaskJson::retryPolicy);

    private static final LastText<Duration> TIMEOUT = new LastText<>(
            timeout -> new JsonWriter(16).string(Durations.format(timeout)).toBytes());

    private TaskJson() {}

    /** One task, with payload and result. */
    public static Buffer of(Task task) {
        JsonWriter json = new JsonWriter(BYTES_BESIDE_PAYLOAD + size(task.spec().payload()) + size(task.result()));
        write(json, task, true);
        return json.toBuffer();
    }

    /** One page of a list, without payloads and results. */
    public static Buffer of(TaskPage page) {
        JsonWriter json = new JsonWriter(64 + page.items().size() * BYTES_BESIDE_PAYLOAD);
        json.beginObject().name("items").beginArray();
        for (Task task : page.items()) {
            write(json, task, false);
        }
        json.endArray();
        json.name("nextCursor").string(page.nextCursor()).endObject();
        return json.toBuffer();
    }

    /** What became of each task of a batch, in order. */
    public static Buffer ofBatch(List<BatchResult> results) {
        JsonWriter json = new JsonWriter(64 + results.size() * 64);
        json.beginObject().name("results").beginArray();
        for (BatchResult result : results) {
            json.beginObject();
            json.name("id").string(result.id());
            json.name("status").number(result.status());
            if (result.problem() != null) {
                json.name("problem");
                result.problem().writeTo(json);
            }
            json.endObject();
        }
        json.endArray().endObject();
        return json.toBuffer();
    }

    private static int size(byte[] json) {
        return json == null ? 0 : json.length;
    }

    private static void write(JsonWriter json, Task task, boolean whole) {
        json.beginObject();
        writeSpec(json, task, whole);
        json.name("state").string(task.state().name());
        json.name("version").number(task.version());
        json.name("attempt").number(task.attempt());
        json.name("retry").number(task.retry());
        json.name("token").number(task.token());
        json.name("runAt").string(Instants.format(task.runAtMs()));
        json.name("createdAt").string(Instants.format(task.spec().createdAtMs()));
        json.name("readyAt").string(instant(task.readyAtMs()));
        json.name("startedAt").string(instant(task.startedAtMs()));
        json.name("endedAt").string(instant(task.endedAtMs()));
        json.name("node").string(task.node());
        json.name("lastError").string(task.lastError());
        if (whole) {
            json.name("result").raw(task.result());
        }
        if (task.resultOmitted()) {
            json.name("resultOmitted").bool(true);
        }
        writeProgress(json, task.progress());
        json.endObject();
    }

    private static void writeSpec(JsonWriter json, Task task, boolean whole) {
        TaskSpec spec = task.spec();
        json.name("id").string(spec.id());
        json.name("type").string(spec.type());
        json.name("queue").string(spec.queue());
        if (whole) {
            json.name("payload").raw(spec.payload());
        }
        json.name("priority").number(task.priority());
        json.name("timeout").raw(TIMEOUT.of(spec.timeout()));
        json.name("retryPolicy").raw(RETRY_POLICY.of(spec.retry()));
        writeTarget(json, spec.target());
        json.name("concurrencyKey").string(spec.concurrencyKey());
        json.name("expireAfter").string(spec.expireAfter() == null ? null : Durations.format(spec.expireAfter()));
        json.name("interruptible").bool(spec.interruptible());
        json.name("labels");
        writeTexts(json, spec.labels());
    }

    private static byte[] retryPolicy(RetryPolicy policy) {
        JsonWriter json = new JsonWriter(128).beginObject();
        json.name("maxRetries").number(policy.maxRetries());
        json.name("initialDelay").string(Durations.format(policy.initialDelay()));
        json.name("multiplier").number(policy.multiplier());
        json.name("maxDelay").string(Durations.format(policy.maxDelay()));
        json.name("jitter").number(policy.jitter());
        json.name("maxLost").number(policy.maxLost());
        return json.endObject().toBytes();
    }

    private static void writeTarget(JsonWriter json, Target target) {
        json.name("target");
        if (target instanceof Target.Http http) {
            json.beginObject().name("http").beginObject();
            json.name("url").string(http.url());
            json.name("method").string(http.method());
            json.name("headers").beginObject();
            new TreeMap<>(http.headers()).forEach((name, value) -> {
                boolean hidden = Headers.isSensitive(name.toLowerCase(Locale.ROOT));
                json.name(name).string(hidden ? HIDDEN : value);
            });
            json.endObject().endObject().endObject();
        } else if (target instanceof Target.Bus bus) {
            json.beginObject().name("bus").beginObject();
            json.name("address").string(bus.address());
            json.endObject().endObject();
        } else {
            json.nothing();
        }
    }

    private static void writeProgress(JsonWriter json, Progress progress) {
        json.name("progress");
        if (progress == null || Double.isNaN(progress.ratio())) {
            json.nothing();
        } else {
            json.number(progress.ratio());
        }
        json.name("note").string(progress == null ? null : progress.note());
        json.name("logUrl").string(progress == null ? null : progress.logUrl());
    }

    /** In the order of the keys, so that one task always reads the same. */
    private static void writeTexts(JsonWriter json, Map<String, String> texts) {
        json.beginObject();
        if (!texts.isEmpty()) {
            new TreeMap<>(texts).forEach((name, text) -> json.name(name).string(text));
        }
        json.endObject();
    }

    private static String instant(long ms) {
        return ms == 0 ? null : Instants.format(ms);
    }
}
