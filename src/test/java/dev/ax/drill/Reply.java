package dev.ax.drill;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;

/** What a node answered. */
record Reply(int status, String body, String retryAfter) {

    static Reply of(HttpResponse<String> response) {
        String retryAfter = response.headers().firstValue("Retry-After").orElse(null);
        return new Reply(response.statusCode(), response.body(), retryAfter);
    }

    JsonObject json() {
        return new JsonObject(body);
    }

    List<JsonObject> objects(String member) {
        JsonArray array = json().getJsonArray(member);
        return array.stream().map(JsonObject.class::cast).toList();
    }

    Reply expect(int expected) {
        if (status != expected) {
            throw new AssertionError("expected " + expected + ", was " + this);
        }
        return this;
    }
}
