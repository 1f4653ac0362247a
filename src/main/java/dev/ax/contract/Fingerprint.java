package dev.ax.contract;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A 64-bit hash of a task's body that judges resends: members in any order at any depth and white space make no
 * difference, strings count by their value however they are escaped, numbers as they are written, and {@code id} does
 * not count. Nodes of several releases compare what the others stored, so it never changes; a test pins it.
 *
 * <p>It is no defence against one who wants two bodies to collide: that one could only mistake its own tasks.
 *
 * <p>The same walk finds names that come twice in one object, at any depth. They are refused: readers disagree on which
 * one counts. Used by one thread, once.
 */
final class Fingerprint {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final long OF_STRING = 0x2545F4914F6CDD1DL;
    private static final long OF_NUMBER = 0x1B873593CC9E2D51L;
    private static final long OF_WORD = 0x7FEB352D846CA68BL;
    private static final long OF_ARRAY = 0x4CF5AD432745937FL;
    private static final long OF_OBJECT = 0x52DCE729DA3ED7A5L;
    private static final long ID = ofText("id");
    private static final long PAYLOAD = ofText("payload");

    /** Up to so many names are compared with each other; more are sorted. */
    private static final int FEW_NAMES = 12;

    private final byte[] in;
    private final JsonReader json;
    private final Faults faults;

    // The names on the way down and beside it, innermost object last: their hash, and their bytes (start << 32 | end).
    private long[] hashes = new long[16];
    private long[] ranges = new long[16];
    private int names;

    // Where the walk is, for pointers: a member's range as above, or an element's index as -1 - index.
    private long[] path = new long[8];
    private int depth;
    private int payloadEnd = -1;

    private Fingerprint(byte[] in, JsonReader json, Faults faults) {
        this.in = in;
        this.json = json;
        this.faults = faults;
    }

    /**
     * Passes the reader's next value, all of it checked.
     *
     * @param in the bytes that {@code json} reads
     * @param faults hears of names that come twice
     */
    static Result of(byte[] in, JsonReader json, Faults faults) throws MalformedJsonException {
        Fingerprint walk = new Fingerprint(in, json, faults);
        long hash = walk.value();
        return new Result(hash, walk.payloadEnd);
    }

    /**
     * What the walk found.
     *
     * @param payloadEnd offset behind the value of the outermost member {@code payload}; -1 where there is none
     */
    record Result(long hash, int payloadEnd) {}

    private long value() throws MalformedJsonException {
        JsonReader.Kind kind = json.peek();
        if (kind == JsonReader.Kind.OBJECT) {
            return object();
        } else if (kind == JsonReader.Kind.ARRAY) {
            return array();
        }
        int from = json.position();
        json.skipScalar();
        return switch (kind) {
            case STRING -> ofString(from + 1, json.position() - 1, json.lastWasEscaped());
            case NUMBER -> ofBytes(in, from, json.position(), OF_NUMBER);
            default -> mix(OF_WORD + in[from]);
        };
    }

    private long array() throws MalformedJsonException {
        long hash = OF_ARRAY;
        json.open();
        push();
        for (int i = 0; json.nextElement(); i++) {
            path[depth - 1] = -1L - i;
            hash = mix(hash + STEP) ^ value();
        }
        depth--;
        return mix(hash);
    }

    private long object() throws MalformedJsonException {
        int base = names;
        long sum = 0;
        json.open();
        push();
        while (json.nextMember()) {
            json.skipName();
            int start = json.nameStart();
            int end = json.nameEnd();
            long name = ofString(start, end, json.lastWasEscaped());
            remember(name, ((long) start << 32) | end);
            path[depth - 1] = ranges[names - 1];
            long value = value();
            if (depth == 1 && name == ID) {
                continue;
            } else if (depth == 1 && name == PAYLOAD) {
                payloadEnd = json.position();
            }
            sum += mix(name + STEP * value); // a sum, so that the order of members does not matter
        }
        findDuplicates(base);
        long hash = mix(OF_OBJECT ^ sum);
        names = base;
        depth--;
        return hash;
    }

    private void push() {
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
        }
        depth++;
    }

    private void remember(long hash, long range) {
        if (names == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * names);
            ranges = Arrays.copyOf(ranges, 2 * names);
        }
        hashes[names] = hash;
        ranges[names++] = range;
    }

    private void findDuplicates(int base) {
        if (names - base > FEW_NAMES) {
            long[] sorted = Arrays.copyOfRange(hashes, base, names);
            Arrays.sort(sorted);
            boolean distinct = true;
            for (int i = 1; i < sorted.length && distinct; i++) {
                distinct = sorted[i - 1] != sorted[i];
            }
            if (distinct) {
                return;
            }
        }
        for (int later = base + 1; later < names && !faults.full(); later++) {
            for (int earlier = base; earlier < later; earlier++) {
                if (hashes[earlier] == hashes[later]) {
                    path[depth - 1] = ranges[later];
                    faults.add(pointer(), "is there twice");
                    break;
                }
            }
        }
    }

    private String pointer() {
        StringBuilder pointer = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            if (path[i] < 0) {
                pointer.append('/').append(-1 - path[i]);
            } else {
                String name = json.decode((int) (path[i] >>> 32), (int) path[i], true);
                Faults.appendTo(pointer, name);
            }
        }
        return pointer.toString();
    }

    private long ofString(int from, int to, boolean escaped) {
        return escaped ? ofText(json.decode(from, to, true)) : ofBytes(in, from, to, OF_STRING);
    }

    private static long ofText(String text) {
        byte[] bytes = Utf8.hasLoneSurrogate(text)
                ? ("\0" + text)
                        .getBytes(
                                StandardCharsets.UTF_16LE) // no UTF-8 holds it; the NUL parts it from all that it does
                : text.getBytes(StandardCharsets.UTF_8);
        return ofBytes(bytes, 0, bytes.length, OF_STRING);
    }

    private static long ofBytes(byte[] in, int from, int to, long seed) {
        long hash = seed + (to - from);
        int at = from;
        for (; at + 8 <= to; at += 8) {
            hash = mix(hash + STEP) ^ (long) LONGS.get(in, at);
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = (rest << 8) | (in[at] & 0xff);
        }
        return mix(mix(hash + STEP) ^ rest);
    }

    /** The finalizer of MurmurHash3: each bit of the input reaches each bit of the output. */
    private static long mix(long x) {
        long h = x;
        h = (h ^ (h >>> 33)) * 0xFF51AFD7ED558CCDL;
        h = (h ^ (h >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return h ^ (h >>> 33);
    }
}
