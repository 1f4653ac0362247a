package dev.ax.drill;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;

/** Asks a node one thing, as a person with curl would. */
final class Peek {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    private Peek() {}

    /** Which node serves which partition, as JSON; the reason where the node does not say. */
    static String partitions(String url) {
        String body = get(url + "/v1/cluster");
        try {
            return new JsonObject(body).getJsonObject("partitions").encode();
        } catch (DecodeException | NullPointerException other) {
            return body;
        }
    }

    static boolean isReady(String url) {
        return get(url + "/health/ready").contains("\"ready\"");
    }

    /** How late a task started; an hour where it has not. */
    static Duration lateness(String url, String id) {
        JsonObject task = new JsonObject(get(url + "/v1/tasks/" + id));
        String started = task.getString("startedAt");
        return started == null
                ? Duration.ofHours(1)
                : Duration.between(Instant.parse(task.getString("runAt")), Instant.parse(started));
    }

    /** What a node's heap holds, garbage included; 0 where it does not say. */
    static double heapMiB(String url) {
        return get(url + "/metrics")
                        .lines()
                        .filter(line -> line.startsWith("ax_jvm_memory_used_bytes{area=\"heap\""))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum()
                / (1024 * 1024);
    }

    /** The body of the answer; the reason where there is none. */
    static String get(String url) {
        return send(HttpRequest.newBuilder(URI.create(url)));
    }

    static String post(String url, JsonObject body) {
        return send(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.encode())));
    }

    private static String send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = CLIENT.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
            return answer.body();
        } catch (IOException fault) {
            return fault.toString();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
