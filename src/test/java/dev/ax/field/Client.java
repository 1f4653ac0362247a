package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A user of a node's REST endpoint who knows nothing but the contract. */
final class Client {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<String> ENDED = Set.of("SUCCEEDED", "FAILED", "CANCELED", "EXPIRED");

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;

    Client(int port) {
        this.port = port;
    }

    int port() {
        return port;
    }

    Answer get(String path) {
        return answer(request(path).GET());
    }

    Answer post(String path, String body, String... headers) {
        return answer(posted(path, body, headers));
    }

    CompletableFuture<Answer> postAsync(String path, String body, String... headers) {
        return http.sendAsync(posted(path, body, headers).build(), BodyHandlers.ofString(StandardCharsets.UTF_8))
                .thenApply(Answer::new);
    }

    /** Any method and content type. */
    Answer send(String method, String path, String contentType, String body) {
        return answer(request(path).header("Content-Type", contentType).method(method, BodyPublishers.ofString(body)));
    }

    /** Submits; the task as answered. */
    JsonObject submit(String body) {
        return post("/v1/tasks", body).expect(201).json();
    }

    Answer submitLines(String... lines) {
        return send("POST", "/v1/tasks/batch", "application/x-ndjson", String.join("\n", lines));
    }

    Answer act(String id, String action) {
        return post(path(id) + "/" + action, "{}");
    }

    JsonObject task(String id) {
        return get(path(id)).expect(200).json();
    }

    /** The task once it has ended. */
    JsonObject ended(String id) {
        JsonObject task = get(path(id) + "?wait=30s").expect(200).json();
        assertThat(ENDED).as("%s has ended", task).contains(task.getString("state"));
        return task;
    }

    List<JsonObject> history(String id) {
        return get(path(id) + "/history").expect(200).items();
    }

    /** The ways the attempts of a task ended, in order. */
    List<String> outcomes(String id) {
        return history(id).stream()
                .map(line -> line.getString("outcome"))
                .filter(outcome -> outcome != null)
                .toList();
    }

    static String path(String id) {
        return "/v1/tasks/" + encoded(id);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE);
    }

    private HttpRequest.Builder posted(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path).header("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.POST(BodyPublishers.ofString(body));
    }

    private Answer answer(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Answer(response);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
