package dev.ax.drill;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/**
 * What the tasks of a drill are: of a number always the same one, so that whoever knows the numbers knows what was asked.
 *
 * @param type that all have
 * @param sleepEvery the first of each so many lasts for {@code sleep}; the others end at once
 * @param longestDelay of the three in ten that are due later
 * @param dueAt when all are due; null where the delay tells
 */
record Work(String type, Duration sleep, int sleepEvery, Duration longestDelay, Instant dueAt) {
    /** The type whose handler writes down what it does. */
    static final String JOURNALED = "drill.work";

    /** The member of the payload that says how long a task lasts. */
    static final String SLEEP = "sleepMs";

    private static final String PREFIX = "d-";
    private static final int PRIME = 7_919;

    /** One in fifty lasts a while, three in ten are due within ten seconds. */
    static Work mixed(Duration sleep) {
        return new Work(JOURNALED, sleep, 50, Duration.ofSeconds(10), null);
    }

    /** All last so long, and are due at once. */
    static Work lasting(Duration sleep) {
        return new Work(JOURNALED, sleep, 1, Duration.ZERO, null);
    }

    /** All do nothing, at one instant. */
    static Work nothingAt(Instant dueAt) {
        return new Work("ax.noop", Duration.ZERO, 1, Duration.ZERO, dueAt);
    }

    static String id(int number) {
        return PREFIX + number;
    }

    static int number(String id) {
        return Integer.parseInt(id.substring(PREFIX.length()));
    }

    boolean isJournaled() {
        return type.equals(JOURNALED);
    }

    long dueMs(int number, long createdMs) {
        return dueAt == null ? createdMs + delayMs(number) : dueAt.toEpochMilli();
    }

    JsonObject json(int number) {
        JsonObject task = new JsonObject()
                .put("id", id(number))
                .put("type", type)
                .put("payload", new JsonObject().put(SLEEP, number % sleepEvery == 0 ? sleep.toMillis() : 0));
        if (dueAt != null) {
            return task.put("runAt", dueAt.toString());
        }
        long delayMs = delayMs(number);
        return delayMs == 0 ? task : task.put("delay", delayMs + "ms");
    }

    private long delayMs(int number) {
        boolean delayed = number % 10 < 3 && number % sleepEvery != 0;
        return delayed ? (long) number * PRIME % longestDelay.toMillis() : 0;
    }
}
