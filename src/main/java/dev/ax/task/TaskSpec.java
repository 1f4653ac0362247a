package dev.ax.task;

import java.time.Duration;
import java.util.Map;

/**
 * What was submitted, with the defaults filled in. Never changes after submission.
 *
 * @param payload the JSON text as sent, byte for byte; null where absent
 * @param createdAtMs when the node took it, epoch ms by the store's clock
 * @param runAtMs when it is due, epoch ms; never before {@code createdAtMs} unless {@code expireAfter} is given, since a
 *     past instant means now
 * @param concurrencyKey null for none
 * @param expireAfter null for never
 * @param shards 0 for a task without children
 * @param fingerprint of the body as sent: members in any order give the same one, numbers written otherwise another
 */
@SuppressWarnings("ArrayRecordComponent") // passed through, never compared
public record TaskSpec(
        String id,
        String type,
        String queue,
        byte[] payload,
        long createdAtMs,
        long runAtMs,
        int priority,
        Duration timeout,
        RetryPolicy retry,
        Target target,
        String concurrencyKey,
        Duration expireAfter,
        boolean interruptible,
        int shards,
        Map<String, String> labels,
        long fingerprint) {

    public static final String DEFAULT_QUEUE = "default";
    public static final int DEFAULT_PRIORITY = 2;
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    public TaskSpec {
        labels = Map.copyOf(labels);
    }

    /** The way to its executor. */
    public String route() {
        return target.route(type);
    }
}
