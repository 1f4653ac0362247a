package dev.ax.http;

import static dev.ax.http.HttpFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.FakeScheduler;
import dev.ax.store.StoreException;
import dev.ax.store.Submission;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches: each item by itself, in its place, and all or nothing at the door. */
class BatchTest {
    private static final String NDJSON = "application/x-ndjson";
    private static final String JSON = "application/json";

    private HttpFixture http;

    @BeforeEach
    void open() {
        http = new HttpFixture();
    }

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void tenMalformedLinesOfTenThousandSpoilNoOther() {
        Set<Integer> malformed = Set.of(0, 1, 999, 1000, 5000, 5001, 7777, 9000, 9998, 9999);
        String lines = IntStream.range(0, 10_000)
                .mapToObj(i -> malformed.contains(i) ? "{\"id\":\"b" + i + "\",,}" : task("b" + i))
                .collect(Collectors.joining("\n"));

        JsonArray results = results(send(NDJSON, lines));

        assertThat(results).hasSize(10_000);
        TreeSet<Integer> refused = new TreeSet<>();
        for (int i = 0; i < results.size(); i++) {
            JsonObject result = results.getJsonObject(i);
            if (result.getInteger("status") == 400) {
                refused.add(i);
                assertThat(result.getJsonObject("problem").getString("detail")).isNotBlank();
            } else {
                assertThat(result.getInteger("status")).isEqualTo(201);
                assertThat(result.getString("id")).isEqualTo("b" + i);
                assertThat(result.containsKey("problem")).isFalse();
            }
        }
        assertThat(refused).isEqualTo(new TreeSet<>(malformed));
        assertThat(http.scheduler.calls(FakeScheduler.Submitted.class))
                .singleElement()
                .satisfies(call -> assertThat(call.specs()).hasSize(9_990));
    }

    @Test
    void everyItemHasItsOwnStatus() {
        http.submit("taken");
        http.scheduler.answerSubmissionsBy(spec -> spec.id().equals("refused")
                ? new Submission.Refused(new StoreException(StoreException.Kind.FULL, "full", null))
                : null);

        JsonArray results = results(send(
                JSON,
                "[" + task("new") + "," + task("new") + ",{\"id\":\"new\",\"type\":\"other\"}," + task("refused")
                        + ",{\"id\":\"x\",\"type\":\"t\",\"priority\":9},7]"));

        assertThat(results.stream().map(r -> ((JsonObject) r).getInteger("status")))
                .containsExactly(201, 200, 409, 429, 400, 400);
        assertThat(results.getJsonObject(4).getString("id")).isEqualTo("x");
        assertThat(results.getJsonObject(5).getValue("id")).isNull();
    }

    @Test
    void theSameTaskFiftyTimesInOneBatchIsOneTask() {
        String lines = IntStream.range(0, 50).mapToObj(i -> task("one")).collect(Collectors.joining("\r\n"));
        JsonArray results = results(send(NDJSON, lines + "\n\n"));

        assertThat(results.stream().filter(r -> ((JsonObject) r).getInteger("status") == 201))
                .hasSize(1);
        assertThat(results).hasSize(50);
    }

    @Test
    void anEmptyBatchStoresNothing() {
        assertThat(results(send(JSON, "[]"))).isEmpty();
        assertThat(results(send(NDJSON, "\n\n"))).isEmpty();
        assertThat(http.scheduler.calls()).isEmpty();
    }

    @Test
    void tooManyItemsAreRefusedAsAWhole() {
        String items = IntStream.range(0, 10_001).mapToObj(i -> task("b" + i)).collect(Collectors.joining(","));

        problem(send(JSON, "[" + items + "]"), 413);
        problem(send(NDJSON, items.replace("},{", "}\n{")), 413);
        assertThat(http.scheduler.calls()).isEmpty();
    }

    @Test
    void tooManyBytesAreRefusedAsAWhole() {
        problem(send(NDJSON, " ".repeat(16 * 1024 * 1024 + 1)), 413);
        assertThat(http.scheduler.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"t\"}", "[{\"type\":\"t\"}", "", "null"})
    void whatIsNoArrayIsRefused(String body) {
        HttpResponse<String> answer = send(JSON, body);

        problem(answer, 400);
        assertThat(http.scheduler.calls()).isEmpty();
    }

    @Test
    void anIdempotencyKeyNamesOneTaskAndNoBatch() {
        problem(http.send(request(JSON, "[" + task("a") + "]").header("Idempotency-Key", "k")), 400);
        assertThat(http.scheduler.calls()).isEmpty();
    }

    @Test
    void anotherTypeIsRefused() {
        assertThat(problem(send("text/plain", task("a")), 415).getString("detail"))
                .contains("application/json", "application/x-ndjson");
    }

    @Test
    void aStoreThatIsAwayFailsTheBatchAsAWhole() {
        http.scheduler.failWith(new StoreException(StoreException.Kind.UNAVAILABLE, "away", null));

        problem(send(JSON, "[" + task("a") + "]"), 503);
    }

    private static String task(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"t\",\"delay\":\"1h\",\"payload\":{\"n\":1}}";
    }

    private static JsonArray results(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getJsonArray("results");
    }

    private HttpResponse<String> send(String type, String body) {
        return http.send(request(type, body));
    }

    private HttpRequest.Builder request(String type, String body) {
        return http.request("/v1/tasks/batch").header("Content-Type", type).POST(BodyPublishers.ofString(body));
    }
}
