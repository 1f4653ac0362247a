package dev.ax.contract;

import dev.ax.config.LimitsConfig;
import io.vertx.core.json.EncodeException;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Reads the bodies of {@code POST /v1/tasks} and its batch: a task with its defaults, or a problem that lists every
 * fault. Never throws, whatever the bytes are. Any thread may use it if its random generator is safe for that.
 */
public final class TaskParser {

    /** What a body may hold beside its payload: every other field at its largest takes less. */
    static final int BYTES_BESIDE_PAYLOAD = 256 * 1024;

    private final Rules rules;

    /** What a task is read by. {@code urlRule} answers what is wrong with an HTTP target's URL, null for nothing. */
    record Rules(
            TaskDefaults defaults, LimitsConfig limits, RandomGenerator random, Function<String, String> urlRule) {}

    /** A parser that takes any http or https URL. */
    public TaskParser(TaskDefaults defaults, LimitsConfig limits, RandomGenerator random) {
        this(defaults, limits, random, url -> null);
    }

    /**
     * A parser that judges where HTTP targets lead.
     *
     * @param random draws the spread
     * @param urlRule asked for each well-formed URL of an HTTP target; answers what is wrong with it, null for nothing;
     *     must not block
     */
    public TaskParser(
            TaskDefaults defaults, LimitsConfig limits, RandomGenerator random, Function<String, String> urlRule) {
        this.rules = new Rules(defaults, limits, random, urlRule);
    }

    /**
     * Reads one task.
     *
     * @param body UTF-8 JSON; empty stands for {@code {}}
     * @param idempotencyKey value of the header of that name, bare or quoted, which is the id where the body names
     *     none; null for none
     * @param nowMs by the store's clock
     */
    public Parsed parse(byte[] body, String idempotencyKey, long nowMs) {
        return parse(body, 0, body.length, idempotencyKey, nowMs);
    }

    /** Reads one task that came as an object, over the bus or from an embedding application; null stands for {@code {}}. */
    public Parsed parse(JsonObject body, long nowMs) {
        byte[] bytes;
        try {
            bytes = body == null ? new byte[0] : body.toBuffer().getBytes();
        } catch (EncodeException | IllegalStateException e) {
            return new Parsed.Invalid(null, Problem.invalid("the body cannot be written as JSON: " + e.getMessage()));
        }
        return parse(bytes, null, nowMs);
    }

    /**
     * Reads a batch.
     *
     * @param ndjson one task a line, blank lines skipped; else a JSON array
     */
    public ParsedBatch parseBatch(byte[] body, boolean ndjson, long nowMs) {
        if (body.length > rules.limits.maxBatchBytes()) {
            return new ParsedBatch.Refused(Problem.tooLarge("the batch has " + body.length + " bytes; at most "
                    + rules.limits.maxBatchBytes() + " are taken: nothing was stored, send it in parts"));
        }
        List<Parsed> items = new ArrayList<>();
        try {
            boolean taken = ndjson ? lines(body, nowMs, items) : elements(body, nowMs, items);
            return taken ? new ParsedBatch.Items(items) : tooManyItems();
        } catch (MalformedJsonException e) {
            return new ParsedBatch.Refused(Problem.invalid("the body is not a JSON array: " + e.getMessage()));
        }
    }

    private ParsedBatch tooManyItems() {
        return new ParsedBatch.Refused(Problem.tooLarge("the batch has more than " + rules.limits.maxBatchItems()
                + " tasks: nothing was stored, send it in parts"));
    }

    private boolean lines(byte[] body, long nowMs, List<Parsed> items) {
        int from = 0;
        while (from < body.length) {
            int to = from;
            boolean blank = true;
            for (; to < body.length && body[to] != '\n'; to++) {
                blank &= body[to] == ' ' || body[to] == '\t' || body[to] == '\r';
            }
            if (!blank) {
                if (items.size() == rules.limits.maxBatchItems()) {
                    return false;
                }
                items.add(parse(body, from, to, null, nowMs));
            }
            from = to + 1;
        }
        return true;
    }

    private boolean elements(byte[] body, long nowMs, List<Parsed> items) throws MalformedJsonException {
        JsonReader json = new JsonReader(body);
        if (json.peek() != JsonReader.Kind.ARRAY) {
            throw new MalformedJsonException("expected '['", json.position());
        }
        json.open();
        while (json.nextElement()) {
            if (items.size() == rules.limits.maxBatchItems()) {
                return false;
            }
            json.peek();
            int from = json.position();
            Faults faults = new Faults();
            Fingerprint.Result fingerprint = Fingerprint.of(body, json, faults);
            items.add(read(body, from, json.position(), fingerprint, faults, null, nowMs));
        }
        json.expectEnd();
        return true;
    }

    private Parsed parse(byte[] body, int from, int to, String idempotencyKey, long nowMs) {
        try {
            if (from == to) {
                return parse(new byte[] {'{', '}'}, idempotencyKey, nowMs);
            }
            if (to - from > bytesTaken()) { // before any of it is looked at
                return tooLarge(to - from);
            }
            JsonReader json = new JsonReader(body, from, to);
            Faults faults = new Faults();
            Fingerprint.Result fingerprint = Fingerprint.of(body, json, faults);
            json.expectEnd();
            return read(body, from, to, fingerprint, faults, idempotencyKey, nowMs);
        } catch (MalformedJsonException e) {
            return new Parsed.Invalid(null, Problem.invalid("the body is not JSON: " + e.getMessage()));
        }
    }

    private Parsed read(
            byte[] body,
            int from,
            int to,
            Fingerprint.Result fingerprint,
            Faults faults,
            String idempotencyKey,
            long nowMs)
            throws MalformedJsonException {
        if (to - from > bytesTaken()) {
            return tooLarge(to - from);
        }
        return new TaskReader(rules, body, from, to, fingerprint, faults, nowMs).read(idempotencyKey);
    }

    /** Most bytes that the body of one task may have. */
    public long bytesTaken() {
        return (long) rules.limits.maxPayload() + BYTES_BESIDE_PAYLOAD;
    }

    private Parsed tooLarge(int bytes) {
        return new Parsed.Invalid(
                null,
                Problem.tooLarge("the task has " + bytes + " bytes; keep large data elsewhere and send a reference"));
    }
}
