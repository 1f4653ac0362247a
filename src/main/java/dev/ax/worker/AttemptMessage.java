package dev.ax.worker;

import dev.ax.store.ClaimedTask;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** What an executor outside the process is told of an attempt. */
final class AttemptMessage {
    private static final DateTimeFormatter INSTANT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private AttemptMessage() {}

    /** As JSON text, with the payload's bytes exactly as they were sent. */
    static Buffer text(ClaimedTask task) {
        byte[] payload = task.spec().payload();
        Buffer text = Buffer.buffer(256 + (payload == null ? 0 : payload.length));
        text.appendString("{\"taskId\":" + Json.encode(task.id()) + ",\"type\":")
                .appendString(Json.encode(task.spec().type()))
                .appendString(",\"payload\":");
        if (payload == null) {
            text.appendString("null");
        } else {
            text.appendBytes(payload);
        }
        return text.appendString(",\"attempt\":" + task.attempt() + ",\"retry\":" + task.retry())
                .appendString(",\"maxRetries\":" + task.spec().retry().maxRetries() + ",\"token\":" + task.token())
                .appendString(",\"scheduledFor\":\"" + scheduledFor(task) + "\",\"shard\":null}");
    }

    /**
     * As a message for the event bus, with the payload as a value.
     *
     * @throws TargetFaultException if the payload holds what such a value cannot
     */
    static JsonObject object(ClaimedTask task) throws TargetFaultException {
        return new JsonObject()
                .put("taskId", task.id())
                .put("type", task.spec().type())
                .put("payload", BusPayload.decode(task.spec().payload()))
                .put("attempt", task.attempt())
                .put("retry", task.retry())
                .put("maxRetries", task.spec().retry().maxRetries())
                .put("token", task.token())
                .put("scheduledFor", scheduledFor(task))
                .putNull("shard");
    }

    private static String scheduledFor(ClaimedTask task) {
        return INSTANT.format(Instant.ofEpochMilli(task.dueMs()));
    }
}
