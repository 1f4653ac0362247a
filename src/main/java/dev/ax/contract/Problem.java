package dev.ax.contract;

import dev.ax.store.StoreException;
import dev.ax.task.Task;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why a request was not done, for a person and a program: {@code application/problem+json} of RFC 9457.
 *
 * @param detail what happened and what to do next
 * @param errors every fault of an invalid input; else empty
 * @param members further members; the values are texts or integers
 * @param retryAfterSeconds for the header {@code Retry-After}; null for none
 */
public record Problem(
        ProblemType type, String detail, List<Fault> errors, Map<String, Object> members, Integer retryAfterSeconds) {

    /** The media type of {@link #toJson}. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** A store that is away is asked for again every second or so; one that is full needs work to end first. */
    private static final int RETRY_WHEN_AWAY_SECONDS = 2;

    private static final int RETRY_WHEN_FULL_SECONDS = 10;

    public Problem {
        errors = List.copyOf(errors);
        members = Map.copyOf(members);
    }

    public int status() {
        return type.status();
    }

    /** An input with these faults. */
    public static Problem invalid(List<Fault> faults) {
        String count = faults.size() == 1 ? "one fault" : faults.size() + " faults";
        return new Problem(
                ProblemType.INVALID, "mend " + count + " listed in errors and send it again", faults, Map.of(), null);
    }

    /** An input that is wrong as a whole. */
    public static Problem invalid(String detail) {
        return invalid(List.of(new Fault("", detail)));
    }

    public static Problem tooLarge(String detail) {
        return of(ProblemType.TOO_LARGE, detail);
    }

    /** A task with a payload of more than {@code most} bytes, and whatever else is wrong with it. */
    static Problem payloadTooLarge(int most, List<Fault> faults) {
        String detail = "the payload may have " + most + " bytes; keep large data elsewhere and send a reference to it";
        return new Problem(ProblemType.TOO_LARGE, detail, faults, Map.of(), null);
    }

    public static Problem unauthenticated() {
        return of(ProblemType.UNAUTHENTICATED, "send an API key as Authorization: Bearer KEY");
    }

    /** A call that needs a role which that of the key, {@code held}, does not include. */
    public static Problem notAllowed(String needed, String held) {
        return of(
                ProblemType.NOT_ALLOWED,
                "use an API key with the role " + needed + "; the one that was sent has the role " + held);
    }

    public static Problem taskNotFound(String id) {
        return of(
                ProblemType.NOT_FOUND,
                "no task is known as " + id + ": it was never submitted, or its retention has passed");
    }

    public static Problem pathNotFound() {
        return of(ProblemType.NOT_FOUND, "nothing is at this path; /openapi.yaml lists what there is");
    }

    /** {@code allowed} goes into the header {@code Allow} as well. */
    public static Problem methodNotAllowed(String allowed) {
        return of(ProblemType.METHOD_NOT_ALLOWED, "use " + allowed);
    }

    public static Problem unsupportedMediaType(String expected) {
        return of(ProblemType.UNSUPPORTED_MEDIA_TYPE, "send the body as " + expected);
    }

    /** A submission under the id of another task. */
    public static Problem idTaken(Task existing) {
        return aboutTask(
                ProblemType.ID_TAKEN,
                "another task is known as " + existing.id()
                        + ": choose another id, or send exactly what was sent first",
                existing);
    }

    /**
     * An action that the task's state forbids.
     *
     * @param action as the API names it, such as {@code cancel}
     * @param allowed the states it is for, in words
     */
    public static Problem stateForbids(String action, String allowed, Task task) {
        String detail = "the task is " + task.state() + ": " + action + " is for " + allowed
                + "; read the task again before the next try";
        return aboutTask(ProblemType.STATE_FORBIDS, detail, task);
    }

    /** A running task that said of itself that it must not be interrupted. */
    public static Problem notInterruptible(Task task) {
        String detail = "the task is RUNNING and was submitted with interruptible: false; cancel it before or after";
        return aboutTask(ProblemType.STATE_FORBIDS, detail, task);
    }

    public static Problem tokenRefused() {
        return of(
                ProblemType.TOKEN_REFUSED,
                "the token is not that of the running attempt, which has ended or belongs to another: stop this work"
                        + " and drop its result");
    }

    /** New tasks are refused because of load. */
    public static Problem backpressure(String reason, int retryAfterSeconds) {
        return new Problem(
                ProblemType.BACKPRESSURE,
                reason + "; send it again, under the same id, after the time in Retry-After",
                List.of(),
                Map.of(),
                retryAfterSeconds);
    }

    /** A fault of ax itself; the log knows more under the reference. */
    public static Problem internal(String reference) {
        return of(
                ProblemType.INTERNAL,
                "this is a fault in ax, not in the request; the node's log tells more under " + reference);
    }

    /** The store could not be asked or would not take it. */
    public static Problem of(StoreException cause) {
        return switch (cause.kind()) {
            case UNAVAILABLE ->
                new Problem(
                        ProblemType.UNAVAILABLE,
                        "the store is out of reach, and whether the call took effect is unknown; send it again under"
                                + " the same id after the time in Retry-After",
                        List.of(),
                        Map.of(),
                        RETRY_WHEN_AWAY_SECONDS);
            case FULL -> backpressure("the store's memory is at its limit", RETRY_WHEN_FULL_SECONDS);
            case BUSY -> backpressure("this node has as many calls under way as it may", 1);
            case BROKEN ->
                of(ProblemType.INTERNAL, "the store answered what ax does not understand; the node's log tells more");
        };
    }

    private static Problem of(ProblemType type, String detail) {
        return new Problem(type, detail, List.of(), Map.of(), null);
    }

    private static Problem aboutTask(ProblemType type, String detail, Task task) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("state", task.state().name());
        members.put("version", task.version());
        return new Problem(type, detail, List.of(), members, null);
    }

    /** The body, in UTF-8. */
    public byte[] toJson() {
        JsonWriter json = new JsonWriter(256);
        writeTo(json);
        return json.toBytes();
    }

    public Buffer toBuffer() {
        return Buffer.buffer(toJson());
    }

    void writeTo(JsonWriter json) {
        json.beginObject();
        json.name("type").string(type.uri());
        json.name("title").string(type.title());
        json.name("status").number(type.status());
        json.name("detail").string(detail);
        if (!errors.isEmpty()) {
            json.name("errors").beginArray();
            for (Fault fault : errors) {
                json.beginObject();
                json.name("pointer").string(fault.pointer());
                json.name("detail").string(fault.detail());
                json.endObject();
            }
            json.endArray();
        }
        members.forEach((name, value) -> {
            json.name(name);
            if (value instanceof Number number) {
                json.number(number.longValue());
            } else {
                json.string(value.toString());
            }
        });
        json.endObject();
    }
}
