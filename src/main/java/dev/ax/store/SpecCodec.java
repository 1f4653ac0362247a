package dev.ax.store;

import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import java.nio.BufferUnderflowException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The stored form of what was submitted: a head that scripts read ({@code lua/include/record.lua}), the type, the
 * fields that are not default, and the payload's bytes as they were sent. docs/store.md has the layout.
 */
final class SpecCodec {
    static final int FORMAT = 1;
    static final int SUBMITTED_READY = 1;
    private static final int HAS_EXPIRY = 2;
    private static final int HAS_LABELS = 4;
    private static final int UNINTERRUPTIBLE = 8;
    private static final int HAS_PAYLOAD = 16;

    private static final int END = 0;
    private static final int TIMEOUT = 1;
    private static final int RETRY = 2;
    private static final int HTTP = 3;
    private static final int BUS = 4;
    private static final int CONCURRENCY_KEY = 5;
    private static final int EXPIRE_AFTER = 6;
    private static final int SHARDS = 7;

    private SpecCodec() {}

    static byte[] encode(TaskSpec spec, byte[] lane) {
        Packer out = new Packer(96 + (spec.payload() == null ? 0 : spec.payload().length));
        out.u8(FORMAT).u8(flags(spec)).u8(spec.priority()).bytes(lane).i64(spec.fingerprint());
        out.u48(spec.createdAtMs()).u48(Math.max(0, spec.runAtMs()));
        if (spec.expireAfter() != null) {
            out.u48(Math.max(0, spec.runAtMs() + spec.expireAfter().toMillis()));
        }
        if (!spec.labels().isEmpty()) {
            out.u8(spec.labels().size());
            spec.labels().forEach((key, value) -> out.text(key + "=" + value));
        }
        out.text(spec.type());
        encodeUncommon(spec, out);
        out.u8(END);
        if (spec.payload() != null) {
            out.bytes(spec.payload());
        }
        return out.done();
    }

    private static int flags(TaskSpec spec) {
        return (spec.runAtMs() <= spec.createdAtMs() ? SUBMITTED_READY : 0)
                | (spec.expireAfter() != null ? HAS_EXPIRY : 0)
                | (spec.labels().isEmpty() ? 0 : HAS_LABELS)
                | (spec.interruptible() ? 0 : UNINTERRUPTIBLE)
                | (spec.payload() != null ? HAS_PAYLOAD : 0);
    }

    private static void encodeUncommon(TaskSpec spec, Packer out) {
        if (!spec.timeout().equals(TaskSpec.DEFAULT_TIMEOUT)) {
            out.u8(TIMEOUT).i64(spec.timeout().toMillis());
        }
        RetryPolicy retry = spec.retry();
        if (!retry.equals(RetryPolicy.DEFAULT)) {
            out.u8(RETRY)
                    .u16(retry.maxRetries())
                    .i64(retry.initialDelay().toMillis())
                    .f64(retry.multiplier());
            out.i64(retry.maxDelay().toMillis()).f64(retry.jitter()).u8(retry.maxLost());
        }
        if (spec.target() instanceof Target.Http http) {
            out.u8(HTTP).text(http.url()).text(http.method()).u8(http.headers().size());
            http.headers().forEach((name, value) -> out.text(name).text(value));
        } else if (spec.target() instanceof Target.Bus bus) {
            out.u8(BUS).text(bus.address());
        }
        if (spec.concurrencyKey() != null) {
            out.u8(CONCURRENCY_KEY).text(spec.concurrencyKey());
        }
        if (spec.expireAfter() != null) {
            out.u8(EXPIRE_AFTER).i64(spec.expireAfter().toMillis());
        }
        if (spec.shards() > 0) {
            out.u8(SHARDS).u16(spec.shards());
        }
    }

    /** The number of the lane, as scripts compare it. */
    static int lane(byte[] packed) {
        return ((packed[3] & 0xFF) << 16) | ((packed[4] & 0xFF) << 8) | (packed[5] & 0xFF);
    }

    /** Whether it was READY when it was submitted. */
    static boolean submittedReady(byte[] packed) {
        return (packed[1] & SUBMITTED_READY) != 0;
    }

    /**
     * Reads a stored spec.
     *
     * @throws StoreException with BROKEN, where it cannot be read
     */
    static TaskSpec decode(String id, byte[] packed, String queue) {
        try {
            return read(id, new Unpacker(packed), queue);
        } catch (BufferUnderflowException | IllegalArgumentException fault) {
            throw new StoreException(StoreException.Kind.BROKEN, "the record of task " + id + " cannot be read", fault);
        }
    }

    private static TaskSpec read(String id, Unpacker in, String queue) {
        if (in.u8() != FORMAT) {
            throw new IllegalArgumentException("a record of another format");
        }
        int flags = in.u8();
        int priority = in.u8();
        in.u24();
        long fingerprint = in.i64();
        long createdAtMs = in.u48();
        long runAtMs = in.u48();
        if ((flags & HAS_EXPIRY) != 0) {
            in.u48();
        }
        Map<String, String> labels = new LinkedHashMap<>();
        if ((flags & HAS_LABELS) != 0) {
            for (int left = in.u8(); left > 0; left--) {
                String label = in.text();
                int equals = label.indexOf('=');
                labels.put(label.substring(0, equals), label.substring(equals + 1));
            }
        }
        String type = in.text();
        Uncommon uncommon = new Uncommon();
        uncommon.read(in);
        byte[] payload = (flags & HAS_PAYLOAD) != 0 ? in.rest() : null;
        return new TaskSpec(
                id,
                type,
                queue,
                payload,
                createdAtMs,
                runAtMs,
                priority,
                uncommon.timeout,
                uncommon.retry,
                uncommon.target,
                uncommon.concurrencyKey,
                uncommon.expireAfter,
                (flags & UNINTERRUPTIBLE) == 0,
                uncommon.shards,
                labels,
                fingerprint);
    }

    /** The fields that are stored only where they differ from the default. */
    private static final class Uncommon {
        private Duration timeout = TaskSpec.DEFAULT_TIMEOUT;
        private RetryPolicy retry = RetryPolicy.DEFAULT;
        private Target target = Target.Handler.INSTANCE;
        private String concurrencyKey;
        private Duration expireAfter;
        private int shards;

        void read(Unpacker in) {
            for (int tag = in.u8(); tag != END; tag = in.u8()) {
                switch (tag) {
                    case TIMEOUT -> timeout = Duration.ofMillis(in.i64());
                    case RETRY ->
                        retry = new RetryPolicy(
                                in.u16(),
                                Duration.ofMillis(in.i64()),
                                in.f64(),
                                Duration.ofMillis(in.i64()),
                                in.f64(),
                                in.u8());
                    case HTTP -> target = new Target.Http(in.text(), in.text(), headers(in));
                    case BUS -> target = new Target.Bus(in.text());
                    case CONCURRENCY_KEY -> concurrencyKey = in.text();
                    case EXPIRE_AFTER -> expireAfter = Duration.ofMillis(in.i64());
                    case SHARDS -> shards = in.u16();
                    default -> throw new IllegalArgumentException("a field of an unknown kind: " + tag);
                }
            }
        }

        private static Map<String, String> headers(Unpacker in) {
            Map<String, String> headers = new LinkedHashMap<>();
            for (int left = in.u8(); left > 0; left--) {
                headers.put(in.text(), in.text());
            }
            return headers;
        }
    }
}
