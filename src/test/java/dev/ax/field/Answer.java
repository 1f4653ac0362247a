package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;

/** An answer of the node. */
record Answer(HttpResponse<String> response) {

    int status() {
        return response.statusCode();
    }

    String header(String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    JsonObject json() {
        return new JsonObject(response.body());
    }

    List<JsonObject> items() {
        return objects(json().getJsonArray("items"));
    }

    /** The pointers of all faults that a problem lists. */
    List<String> pointers() {
        return objects(json().getJsonArray("errors")).stream()
                .map(fault -> fault.getString("pointer"))
                .toList();
    }

    Answer expect(int status) {
        assertThat(status()).as(response.body()).isEqualTo(status);
        return this;
    }

    /** Asserts a problem of RFC 9457 with this status. */
    Answer expectProblem(int status) {
        expect(status);
        assertThat(header("Content-Type")).startsWith("application/problem+json");
        assertThat(json().getInteger("status")).isEqualTo(status);
        assertThat(json().getString("type")).isNotBlank();
        assertThat(json().getString("title")).isNotBlank();
        assertThat(json().getString("detail")).isNotBlank();
        return this;
    }

    static List<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast).toList();
    }
}
