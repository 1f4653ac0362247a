package dev.ax.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** REST as any client would speak it, with nothing but the JDK. Blocks; for one thread. */
final class DemoClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;

    DemoClient(String base) {
        this.base = base;
    }

    /** The answer of a call that is expected to succeed. */
    JsonObject post(String path, JsonObject body) {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.encode())));
    }

    JsonObject get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)));
    }

    JsonObject task(String id) {
        return get("/v1/tasks/" + id);
    }

    /** The lines of a task's history, oldest first. */
    List<JsonObject> history(String id) {
        JsonArray items = get("/v1/tasks/" + id + "/history").getJsonArray("items");
        return items.stream().map(JsonObject.class::cast).toList();
    }

    /** The text at a path that answers no JSON. */
    String text(String path) {
        return answer(HttpRequest.newBuilder(URI.create(base + path))
                        .timeout(TIMEOUT)
                        .build())
                .body();
    }

    private JsonObject send(HttpRequest.Builder request) {
        HttpResponse<String> answer = answer(request.timeout(TIMEOUT).build());
        return new JsonObject(answer.body());
    }

    private HttpResponse<String> answer(HttpRequest request) {
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException(request.method() + " " + request.uri() + " answered "
                        + answer.statusCode() + ": " + answer.body());
            }
            return answer;
        } catch (IOException fault) {
            throw new IllegalStateException(request.method() + " " + request.uri() + " failed: " + fault, fault);
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", fault);
        }
    }
}
