package dev.ax.cli;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** The bytes of a post of one task, in which only the number changes. For one thread. */
final class BenchPost {
    private final byte[] bytes;
    private final int numberAt;

    BenchPost(String host, BenchTasks tasks, long dueMs) {
        String body = tasks.json(0, dueMs);
        String text = "POST /v1/tasks HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        bytes = text.getBytes(StandardCharsets.US_ASCII);
        numberAt = text.indexOf(BenchTasks.id(0)) + BenchTasks.id(0).length();
    }

    Buffer of(int number) {
        byte[] copy = bytes.clone();
        int at = numberAt;
        for (int rest = number; rest > 0; rest /= 10) {
            at--;
            copy[at] = (byte) ('0' + rest % 10);
        }
        return Buffer.buffer(copy);
    }
}
