package dev.ax.cli;

import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/** The tasks of the benchmark: numbered, with an id of 26 characters as a ULID has. Immutable. */
final class BenchTasks {
    static final String TYPE = "bench.noop";

    private static final String PREFIX = "bench-";
    private static final int DIGITS = 20;

    private final byte[] payload;

    /** @param bytes of the payload, a JSON text */
    BenchTasks(int bytes) {
        payload = ("\"" + "x".repeat(Math.max(0, bytes - 2)) + "\"").getBytes(StandardCharsets.US_ASCII);
    }

    static String id(int number) {
        String digits = Integer.toString(number);
        return PREFIX + "0".repeat(DIGITS - digits.length()) + digits;
    }

    static int number(String id) {
        return Integer.parseInt(id, PREFIX.length(), id.length(), 10);
    }

    /** The payload's value. */
    String text() {
        return new String(payload, 1, payload.length - 2, StandardCharsets.US_ASCII);
    }

    /** As the contract would make it of {@link #json}. */
    TaskSpec spec(int number, long nowMs, long dueMs) {
        return new TaskSpec(
                id(number),
                TYPE,
                TaskSpec.DEFAULT_QUEUE,
                payload,
                nowMs,
                Math.max(nowMs, dueMs),
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TIMEOUT,
                RetryPolicy.DEFAULT,
                Target.Handler.INSTANCE,
                null,
                null,
                true,
                0,
                Map.of(),
                number);
    }

    /** The body of a post; its length does not depend on the number. */
    String json(int number, long dueMs) {
        return "{\"id\":\"" + id(number) + "\",\"type\":\"" + TYPE + "\",\"runAt\":\"" + Instant.ofEpochMilli(dueMs)
                + "\",\"payload\":" + new String(payload, StandardCharsets.US_ASCII) + "}";
    }
}
