package dev.ax.contract;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads one task whose JSON was found sound already. Used by one thread, once. */
final class TaskReader {

    static final long FARTHEST_AHEAD_MS = Duration.ofDays(3_650).toMillis();
    static final long SHORTEST_TIMEOUT_MS = 100;
    static final long LONGEST_TIMEOUT_MS = Duration.ofHours(24).toMillis();
    static final int LEAST_URGENT = 4;
    static final int LEAST_SHARDS = 2;
    static final int MOST_SHARDS = 1_000;
    static final int MOST_LABELS = 16;
    static final int LONGEST_LABEL_VALUE = 200;

    private static final long NONE = FieldReader.NO_NUMBER;
    private static final String FIELDS = "id, type, queue, payload, delay, runAt, spread, priority, timeout, retry,"
            + " target, concurrencyKey, expireAfter, interruptible, shards, labels";

    private final TaskParser.Rules rules;
    private final byte[] in;
    private final JsonReader json;
    private final FieldReader fields;
    private final Faults faults;
    private final Fingerprint.Result fingerprint;
    private final boolean sound;
    private final long nowMs;

    private boolean hasId;
    private String id;
    private boolean hasType;
    private String type;
    private String queue = TaskSpec.DEFAULT_QUEUE;
    private byte[] payload;
    private boolean payloadTooLarge;
    private boolean hasDelay;
    private long delayMs;
    private boolean hasRunAt;
    private long runAtMs;
    private double spread;
    private int priority = TaskSpec.DEFAULT_PRIORITY;
    private Duration timeout = TaskSpec.DEFAULT_TIMEOUT;
    private RetryPolicy retry;
    private Target target = Target.Handler.INSTANCE;
    private String concurrencyKey;
    private Duration expireAfter;
    private boolean interruptible = true;
    private int shards;
    private Map<String, String> labels = Map.of();

    TaskReader(
            TaskParser.Rules rules,
            byte[] in,
            int from,
            int to,
            Fingerprint.Result fingerprint,
            Faults faults,
            long nowMs) {
        this.rules = rules;
        this.in = in;
        this.json = new JsonReader(in, from, to);
        this.faults = faults;
        this.fields = new FieldReader(json, faults);
        this.fingerprint = fingerprint;
        this.sound = faults.none();
        this.nowMs = nowMs;
        this.spread = rules.defaults().spread();
        this.retry = rules.defaults().retry();
    }

    /** Reads it all and judges it. */
    Parsed read(String idempotencyKey) throws MalformedJsonException {
        if (fields.openObject("")) {
            while (json.nextMember()) {
                field(json.name());
            }
            takeIdFrom(idempotencyKey);
            judgeTogether();
        }
        if (payloadTooLarge) {
            return new Parsed.Invalid(id, Problem.payloadTooLarge(rules.limits().maxPayload(), faults.list()));
        } else if (!faults.none()) {
            return new Parsed.Invalid(id, Problem.invalid(faults.list()));
        }
        return new Parsed.Valid(spec());
    }

    private void field(String name) throws MalformedJsonException {
        switch (name) {
            case "id" -> readId();
            case "type" -> {
                hasType = true;
                type = name("/type");
            }
            case "queue" -> queue = name("/queue");
            case "payload" -> readPayload();
            case "delay" -> {
                hasDelay = true;
                delayMs = fields.durationMs("/delay", 0, FARTHEST_AHEAD_MS);
            }
            case "runAt" -> {
                hasRunAt = true;
                readRunAt();
            }
            case "spread" -> spread = fields.number("/spread", 0, 1);
            case "priority" -> priority = (int) fields.integer("/priority", 0, LEAST_URGENT);
            case "timeout" -> timeout = duration("/timeout", SHORTEST_TIMEOUT_MS, LONGEST_TIMEOUT_MS);
            case "retry" ->
                retry = RetryReader.read(fields, "/retry", rules.defaults().retry());
            case "target" -> target = new TargetReader(fields, rules.urlRule()).read("/target");
            case "concurrencyKey" -> readConcurrencyKey();
            case "expireAfter" -> expireAfter = duration("/expireAfter", 1, FARTHEST_AHEAD_MS);
            case "interruptible" -> interruptible = Boolean.TRUE.equals(fields.bool("/interruptible"));
            case "shards" -> shards = (int) fields.integer("/shards", LEAST_SHARDS, MOST_SHARDS);
            case "labels" -> readLabels();
            default -> fields.unknown("", name, FIELDS);
        }
    }

    private void readId() throws MalformedJsonException {
        hasId = true;
        String text = fields.string("/id");
        if (text != null && Names.isSubmittableId(text)) {
            id = text;
        } else if (text != null) {
            fields.fault("/id", Names.ID_RULE);
        }
    }

    private String name(String pointer) throws MalformedJsonException {
        String text = fields.string(pointer);
        if (text != null && !Names.isName(text)) {
            fields.fault(pointer, Names.NAME_RULE);
        }
        return text;
    }

    private void readConcurrencyKey() throws MalformedJsonException {
        concurrencyKey = fields.string("/concurrencyKey");
        if (concurrencyKey != null && !Names.isSubmittableId(concurrencyKey)) {
            fields.fault("/concurrencyKey", Names.ID_RULE);
            concurrencyKey = null;
        }
    }

    private void readPayload() throws MalformedJsonException {
        json.peek();
        int from = json.position();
        if (sound) {
            json.resumeAt(fingerprint.payloadEnd());
        } else {
            json.skip(); // where a name came twice, the end that is known may be another's
        }
        int length = json.position() - from;
        int most = rules.limits().maxPayload();
        if (length > most) {
            payloadTooLarge = true;
            fields.fault("/payload", "has " + length + " bytes as sent, at most " + most + " are taken");
        } else {
            payload = Arrays.copyOfRange(in, from, json.position());
        }
    }

    private void readRunAt() throws MalformedJsonException {
        runAtMs = fields.instantMs("/runAt");
        if (runAtMs != NONE && runAtMs - nowMs > FARTHEST_AHEAD_MS) {
            fields.fault("/runAt", "must be at most 3650d ahead");
        }
    }

    private Duration duration(String pointer, long leastMs, long mostMs) throws MalformedJsonException {
        long ms = fields.durationMs(pointer, leastMs, mostMs);
        return ms == NONE ? null : Duration.ofMillis(ms);
    }

    private void readLabels() throws MalformedJsonException {
        if (!fields.openObject("/labels")) {
            return;
        }
        labels = new LinkedHashMap<>();
        int count = 0;
        while (json.nextMember()) {
            String key = json.name();
            String pointer = Faults.pointer("/labels", key);
            String value = fields.string(pointer);
            if (!Names.isLabelKey(key)) {
                fields.fault(pointer, Names.LABEL_KEY_RULE);
            } else if (value != null && value.codePointCount(0, value.length()) > LONGEST_LABEL_VALUE) {
                fields.fault(pointer, "must be at most " + LONGEST_LABEL_VALUE + " characters");
            } else if (value != null) {
                labels.put(key, value);
            }
            count++;
        }
        if (count > MOST_LABELS) {
            fields.fault("/labels", "must be at most " + MOST_LABELS + " labels");
        }
    }

    private void takeIdFrom(String idempotencyKey) {
        if (hasId || idempotencyKey == null) {
            return; // an id is made when all else is well
        }
        String key = idempotencyKey.strip();
        boolean quoted = key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"");
        key = quoted ? key.substring(1, key.length() - 1) : key;
        if (Names.isSubmittableId(key)) {
            id = key;
        } else {
            fields.fault("/id", "the header Idempotency-Key, which stands for it, " + Names.ID_RULE);
        }
    }

    private void judgeTogether() {
        if (!hasType) {
            fields.fault("/type", "is required: the name of the handler");
        }
        if (hasDelay && hasRunAt) {
            fields.fault("/runAt", "must not be given together with delay: keep one of them");
        }
        if (concurrencyKey != null && shards > 0) {
            fields.fault("/shards", "must not be given together with concurrencyKey");
        }
        refuseWhatThisReleaseDoesNotRun();
    }

    /** The only check that goes when the release learns to run them. */
    private void refuseWhatThisReleaseDoesNotRun() {
        if (concurrencyKey != null) {
            fields.fault("/concurrencyKey", "is not supported by this release yet: leave it out");
        }
        if (shards > 0) {
            fields.fault("/shards", "is not supported by this release yet: leave it out");
        }
    }

    private TaskSpec spec() {
        return new TaskSpec(
                id != null ? id : UuidCreator.getTimeOrderedEpoch().toString(),
                type,
                queue,
                payload,
                nowMs,
                dueMs(),
                priority,
                timeout,
                retry,
                target,
                concurrencyKey,
                expireAfter,
                interruptible,
                shards,
                labels,
                fingerprint.hash());
    }

    private long dueMs() {
        long aheadMs = hasRunAt ? runAtMs - nowMs : delayMs;
        if (aheadMs <= 0) {
            // A past instant means now; but expireAfter counts from it, so then it must be kept.
            return expireAfter == null ? nowMs : nowMs + aheadMs;
        }
        // At most 7,300 days in all: far from any overflow, since what is ahead was bounded before.
        return spread == 0 ? nowMs + aheadMs : nowMs + aheadMs + spreadOf(aheadMs);
    }

    private long spreadOf(long aheadMs) {
        return (long) (rules.random().nextDouble() * spread * aheadMs);
    }
}
