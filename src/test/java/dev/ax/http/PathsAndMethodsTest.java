package dev.ax.http;

import static dev.ax.http.HttpFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is at no path, what a path does not do, and what a body must be. */
class PathsAndMethodsTest {
    private static HttpFixture http;

    @BeforeAll
    static void open() {
        http = new HttpFixture();
        http.submit("known");
    }

    @AfterAll
    static void close() {
        http.close();
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE,/v1/tasks,'GET, HEAD, OPTIONS, POST'",
        "PUT,/v1/tasks/known,'GET, HEAD, OPTIONS'",
        "PATCH,/v1/tasks/known,'GET, HEAD, OPTIONS'",
        "PUT,/v1/tasks/batch,'GET, HEAD, OPTIONS, POST'",
        "GET,/v1/tasks/known/cancel,'OPTIONS, POST'",
        "GET,/v1/tasks/known/report,'OPTIONS, POST'",
        "POST,/v1/tasks/known/history,'GET, HEAD, OPTIONS'",
        "GET,/v1/dead-letters/known,'DELETE, OPTIONS'",
        "POST,/health/live,'GET, HEAD, OPTIONS'",
        "DELETE,/metrics,'GET, HEAD, OPTIONS'",
        "POST,/,'GET, HEAD, OPTIONS'",
    })
    void aWrongMethodIsRefusedWithThoseThatAreAllowed(String method, String path, String allowed) {
        HttpResponse<String> answer = http.send(http.request(path).method(method, BodyPublishers.noBody()));

        problem(answer, 405);
        assertThat(answer.headers().firstValue("Allow")).contains(allowed);
    }

    @Test
    void optionsSayWhatAPathDoes() {
        HttpResponse<String> answer = http.send(http.request("/v1/tasks").method("OPTIONS", BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS, POST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/tasks/known", "/v1/tasks", "/health/live", "/metrics", "/openapi.yaml", "/docs", "/"})
    void headAnswersAsGetWithoutABody(String path) {
        HttpResponse<String> head = http.send(http.request(path).method("HEAD", BodyPublishers.noBody()));
        HttpResponse<String> get = http.get(path);

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Type"))
                .isEqualTo(get.headers().firstValue("Content-Type"));
        assertThat(head.headers().firstValueAsLong("Content-Length")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/v1", "/v1/tasks/known/nothing", "/v2/tasks", "/..%2f..%2fetc/passwd"})
    void whatIsNotThereIsAProblemToo(String path) {
        problem(http.get(path), 404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/v1/tasks/known/pause",
        "POST,/v1/tasks/known/resume",
        "GET,/v1/tasks/known/explain",
        "POST,/v1/tasks/cancel",
        "POST,/v1/tasks/replay",
        "POST,/v1/leases",
        "PUT,/v1/schedules/nightly",
        "GET,/v1/queues",
        "GET,/v1/events",
        "GET,/v1/forecast",
    })
    void whatComesLaterSaysSo(String method, String path) {
        JsonObject problem = problem(http.send(http.request(path).method(method, BodyPublishers.noBody())), 404);

        assertThat(problem.getString("detail")).contains("not part of this release");
    }

    @Test
    void aTaskMayBeCalledAsAnActionIs() {
        http.submit("cancel");

        assertThat(http.get("/v1/tasks/cancel").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/x-ndjson",
                "application/json; charset=utf-16",
                "application/jsonx",
                ""
            })
    void aTaskOfAnotherTypeThanJsonIsRefused(String type) {
        var request = http.request("/v1/tasks").POST(BodyPublishers.ofString("{\"type\":\"t\"}"));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }

        assertThat(problem(http.send(request), 415).getString("detail")).contains("application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;charset=UTF-8",
                "Application/JSON",
                "application/json; charset=\"utf-8\"",
                "application/json ; charset=us-ascii"
            })
    void jsonMayNameItsCharset(String type) {
        var request = http.request("/v1/tasks").POST(BodyPublishers.ofString("{\"type\":\"t\"}"));

        assertThat(http.send(request.header("Content-Type", type)).statusCode()).isEqualTo(201);
    }

    @Test
    void aCompressedBodyIsNotUnpacked() {
        problem(http.send(http.json("/v1/tasks", "\u001f\u008b").header("Content-Encoding", "gzip")), 415);
        problem(http.send(http.json("/v1/tasks/known/cancel", "x").header("Content-Encoding", "br")), 415);
        assertThat(http.send(http.json("/v1/tasks", "{\"type\":\"t\"}").header("Content-Encoding", "identity"))
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aRequestWithoutAHostIsMalformed() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            assertThat(raw.send("GET /health/live HTTP/1.1\r\n\r\n").status()).isEqualTo(400);
            assertThat(raw.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aRefusalLeavesTheConnectionToTheNextRequest() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            for (String path : List.of("/nothing", "/v1/tasks", "/v1/tasks/known")) {
                raw.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
                        + "Content-Length: 3\r\n\r\nabc");
                assertThat(raw.status()).isIn(404, 405, 415);
            }
            assertThat(raw.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n").status())
                    .isEqualTo(200);
        }
    }
}
