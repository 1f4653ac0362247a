package dev.ax.cluster;

import dev.ax.promoter.WheelFeed;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/**
 * Due instants on their way to another node's wheel: partition (4 bytes) and epoch ms (8 bytes) of each, big-endian. Used
 * by one thread at a time.
 */
final class DueMessage {
    private static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

    private final Buffer entries = Buffer.buffer(16 * ENTRY_BYTES);
    private final long[] last;

    DueMessage(int partitions) {
        this.last = new long[partitions];
        Arrays.fill(last, Long.MIN_VALUE);
    }

    /** A batch of one delay is one instant. */
    void add(int partition, long dueMs) {
        if (last[partition] != dueMs) {
            last[partition] = dueMs;
            entries.appendInt(partition).appendLong(dueMs);
        }
    }

    Buffer toBuffer() {
        return entries;
    }

    /** Offers each entry; what is no entry, as another release might send, is left out. */
    static void read(Buffer message, int partitions, WheelFeed feed) {
        for (int at = 0; at + ENTRY_BYTES <= message.length(); at += ENTRY_BYTES) {
            int partition = message.getInt(at);
            if (partition >= 0 && partition < partitions) {
                feed.offer(partition, message.getLong(at + Integer.BYTES));
            }
        }
    }
}
