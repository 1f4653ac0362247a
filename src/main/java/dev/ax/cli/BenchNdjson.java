package dev.ax.cli;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Puts tasks into a node in batches over REST, as NDJSON, with nothing but the JDK's client. For one thread. */
final class BenchNdjson {
    /** Batches under way at once. */
    private static final int BATCHES = 4;

    private final URI uri;
    private final BenchSettings settings;
    private final BenchTasks tasks;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param base the node's URL */
    BenchNdjson(String base, BenchSettings settings) {
        this.uri = URI.create(base + "/v1/tasks/batch");
        this.settings = settings;
        this.tasks = new BenchTasks(settings.payload());
    }

    /** Returns when all are acknowledged; the first failure ends it. */
    void submit(int count, long dueMs) {
        int size = settings.batch();
        BenchTurn turn = new BenchTurn((count + size - 1) / size);
        turn.run(
                BATCHES,
                Runnable::run,
                batch -> post(turn, body(batch * size, Math.min(count, (batch + 1) * size), dueMs)));
    }

    private void post(BenchTurn turn, byte[] body) {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        var unused = http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .whenComplete((answer, fault) -> {
                    if (fault != null) {
                        turn.fail(fault);
                    } else if (answer.statusCode() == 200 && !answer.body().contains("\"problem\"")) {
                        turn.next();
                    } else {
                        turn.fail(new IllegalStateException("a batch was answered " + answer.statusCode()));
                    }
                });
    }

    private byte[] body(int from, int to, long dueMs) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(tasks.json(i, dueMs)).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
