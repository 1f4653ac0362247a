package dev.ax.store;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** Writes packed records: big endian, as {@code struct} reads them in scripts. Not safe for use by several threads. */
final class Packer {
    private final Buffer buffer;

    Packer(int size) {
        buffer = Buffer.buffer(size);
    }

    Packer u8(int value) {
        buffer.appendUnsignedByte((short) value);
        return this;
    }

    Packer u16(int value) {
        buffer.appendUnsignedShort(value);
        return this;
    }

    Packer u24(int value) {
        buffer.appendMedium(value);
        return this;
    }

    Packer u32(long value) {
        buffer.appendUnsignedInt(value);
        return this;
    }

    /** Instants and durations in ms: good for some 8,900 years. */
    Packer u48(long value) {
        buffer.appendUnsignedShort((int) (value >>> 32));
        buffer.appendUnsignedInt(value & 0xFFFF_FFFFL);
        return this;
    }

    Packer i64(long value) {
        buffer.appendLong(value);
        return this;
    }

    Packer f64(double value) {
        buffer.appendDouble(value);
        return this;
    }

    Packer bytes(byte[] bytes) {
        buffer.appendBytes(bytes);
        return this;
    }

    /** A text of at most 65,535 bytes, after its length. */
    Packer text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0xFFFF) {
            throw new IllegalArgumentException("a text of " + bytes.length + " bytes does not fit a record");
        }
        return u16(bytes.length).bytes(bytes);
    }

    byte[] done() {
        return buffer.getBytes();
    }
}
