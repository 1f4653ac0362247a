package dev.ax.contract;

import java.util.function.Function;

/**
 * Keeps how one value is written, for values that come again and again. Any thread may use it; where two values take
 * turns it only saves nothing.
 */
final class LastText<T> {
    private final Function<T, byte[]> write;
    private volatile Written<T> last = new Written<>(null, null);

    LastText(Function<T, byte[]> write) {
        this.write = write;
    }

    /** The value as JSON; not to be changed. */
    byte[] of(T value) {
        Written<T> known = last;
        if (known.value == value) {
            return known.json;
        }
        byte[] json = write.apply(value);
        last = new Written<>(value, json);
        return json;
    }

    /** Compared by identity: what comes again is the same object, and another that is equal is only written anew. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Written<T>(T value, byte[] json) {}
}
