package dev.ax.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what {@link Packer} or a script has packed. Not safe for use by several threads. */
final class Unpacker {
    private final ByteBuffer buffer;

    Unpacker(byte[] bytes) {
        buffer = ByteBuffer.wrap(bytes);
    }

    int u8() {
        return buffer.get() & 0xFF;
    }

    int u16() {
        return buffer.getShort() & 0xFFFF;
    }

    int u24() {
        return (u8() << 16) | u16();
    }

    long u32() {
        return buffer.getInt() & 0xFFFF_FFFFL;
    }

    long u48() {
        return ((long) u16() << 32) | u32();
    }

    long i64() {
        return buffer.getLong();
    }

    double f64() {
        return buffer.getDouble();
    }

    byte[] bytes(int count) {
        if (count < 0 || count > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[count];
        buffer.get(bytes);
        return bytes;
    }

    String text() {
        return new String(bytes(u16()), StandardCharsets.UTF_8);
    }

    byte[] rest() {
        return bytes(buffer.remaining());
    }

    int remaining() {
        return buffer.remaining();
    }
}
