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
