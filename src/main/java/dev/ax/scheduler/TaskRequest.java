package dev.ax.scheduler;

import dev.ax.contract.PlainJson;
import io.vertx.core.json.EncodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/**
 * A task to submit, built field by field; absent ones take the defaults of the contract. Not safe for use by several
 * threads at once. What is wrong is said, all at once, when it is submitted.
 */
public final class TaskRequest {
    private final JsonObject body = new JsonObject();

    private TaskRequest(String type) {
        body.put("type", type);
    }

    /** A task for the handler registered under {@code type}. */
    public static TaskRequest of(String type) {
        return new TaskRequest(type);
    }

    /** 1 to 200 characters of {@code A-Za-z0-9._:@+=-}; absent: a UUIDv7. */
    public TaskRequest id(String id) {
        return put("id", id);
    }

    public TaskRequest queue(String queue) {
        return put("queue", queue);
    }

    /** Any value that {@code io.vertx.core.json.Json} can write, at most 64 KiB. */
    public TaskRequest payload(Object payload) {
        return put("payload", payload);
    }

    /** Due this long after it was taken; millisecond precision, rounded up. */
    public TaskRequest delay(Duration delay) {
        return put("delay", delay.toString());
    }

    public TaskRequest runAt(Instant runAt) {
        return put("runAt", runAt.toString());
    }

    /** 0, most urgent, to 4. */
    public TaskRequest priority(int priority) {
        return put("priority", priority);
    }

    /** Of one attempt, 100 ms to 24 h. */
    public TaskRequest timeout(Duration timeout) {
        return put("timeout", timeout.toString());
    }

    public TaskRequest maxRetries(int maxRetries) {
        JsonObject retry = body.getJsonObject("retry", new JsonObject());
        return put("retry", retry.put("maxRetries", maxRetries));
    }

    public TaskRequest expireAfter(Duration expireAfter) {
        return put("expireAfter", expireAfter.toString());
    }

    public TaskRequest label(String key, String value) {
        JsonObject labels = body.getJsonObject("labels", new JsonObject());
        return put("labels", labels.put(key, value));
    }

    /** Any other field of {@code POST /v1/tasks}, as JSON has it. */
    public TaskRequest put(String field, Object value) {
        body.put(field, value);
        return this;
    }

    /**
     * The body of {@code POST /v1/tasks} that stands for this.
     *
     * @throws InvalidTaskException where it holds what JSON cannot
     */
    byte[] toBytes() {
        byte[] plain = PlainJson.write(body);
        return plain != null ? plain : anyToBytes();
    }

    private byte[] anyToBytes() {
        try {
            return body.copy().toBuffer().getBytes();
        } catch (EncodeException fault) {
            throw InvalidTaskException.ofWhole("the body cannot be written as JSON: " + fault.getMessage());
        } catch (IllegalStateException unknownType) {
            throw InvalidTaskException.ofWhole("must be a value that JSON can hold: " + unknownType.getMessage());
        }
    }
}
