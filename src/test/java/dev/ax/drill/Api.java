package dev.ax.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A user of a node's REST endpoint. Blocks; safe for use by any thread. */
final class Api {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int PAGE = 1000;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    Api(int port) {
        this.port = port;
    }

    Reply get(String path) throws IOException {
        return send(request(path).GET());
    }

    Reply post(String path, String body) throws IOException {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    Reply submit(Plan plan) throws IOException {
        return post("/v1/tasks", plan.json().encode());
    }

    /** Submits a batch of which each task must be taken. */
    void submitAll(List<Plan> plans) throws IOException {
        String body = plans.stream().map(plan -> plan.json().encode()).collect(Collectors.joining(",", "[", "]"));
        List<JsonObject> results = post("/v1/tasks/batch", body).expect(200).objects("results");
        assertThat(results)
                .hasSameSizeAs(plans)
                .allSatisfy(result ->
                        assertThat(result.getInteger("status")).as("%s", result).isEqualTo(201));
    }

    Reply cancel(String id) throws IOException {
        return post("/v1/tasks/" + id + "/cancel", "{}");
    }

    JsonObject task(String id) throws IOException {
        return get("/v1/tasks/" + id).expect(200).json();
    }

    /** The task and its way so far. */
    Life life(String id) throws IOException {
        return new Life(
                task(id), get("/v1/tasks/" + id + "/history").expect(200).objects("items"));
    }

    /** The first so many tasks in a state; fewer where it has fewer. */
    List<JsonObject> some(String state) throws IOException {
        return get("/v1/tasks?limit=" + PAGE + "&state=" + state).expect(200).objects("items");
    }

    /** How many of the first thousand tasks in a state have a type. */
    long count(String state, String type) throws IOException {
        return some(state).stream()
                .filter(task -> type.equals(task.getString("type")))
                .count();
    }

    /** The ids of all tasks that the store has, however they came there. */
    List<String> allIds() throws IOException {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            Reply page = get("/v1/tasks?limit=" + PAGE + cursor).expect(200);
            page.objects("items").forEach(task -> ids.add(task.getString("id")));
            String next = page.json().getString("nextCursor");
            cursor = next == null ? null : "&cursor=" + next;
        }
        return ids;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE);
    }

    private Reply send(HttpRequest.Builder request) throws IOException {
        try {
            return Reply.of(http.send(request.build(), BodyHandlers.ofString()));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }
}
