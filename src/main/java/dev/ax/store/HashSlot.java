package dev.ax.store;

import java.nio.charset.StandardCharsets;

/** The slot of a key in a Redis Cluster: CRC16 (XMODEM) of the key, or of its hash tag, modulo 16,384. */
final class HashSlot {
    static final int COUNT = 16_384;
    private static final int POLYNOMIAL = 0x1021;

    private HashSlot() {}

    static int of(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open + 1);
        // an empty tag is no tag: the whole key counts
        String hashed = close > open + 1 ? key.substring(open + 1, close) : key;
        int crc = 0;
        for (byte b : hashed.getBytes(StandardCharsets.UTF_8)) {
            crc ^= (b & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
            }
        }
        return (crc & 0xffff) % COUNT;
    }
}
