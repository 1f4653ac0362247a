package dev.ax.http;

import static dev.ax.http.HttpFixture.pointers;
import static dev.ax.http.HttpFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.contract.Report;
import dev.ax.scheduler.FakeScheduler;
import dev.ax.store.Actor;
import dev.ax.store.StoreException;
import dev.ax.store.TaskQuery;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls on tasks: what each answers, by the table of the contract. */
class TaskCallsTest {
    private static HttpFixture http;

    @BeforeAll
    static void open() {
        http = new HttpFixture();
    }

    @AfterAll
    static void close() {
        http.close();
    }

    @Test
    void aNewTaskIsCreatedAndSaysWhereItIs() {
        HttpResponse<String> answer =
                http.post("/v1/tasks", "{\"id\":\"order:close:123456\",\"type\":\"close\",\"delay\":\"30m\"}");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().firstValue("Location")).contains("/v1/tasks/order:close:123456");
        assertThat(answer.headers().firstValue("ETag")).contains("\"1\"");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonObject task = new JsonObject(answer.body());
        assertThat(task.getString("id")).isEqualTo("order:close:123456");
        assertThat(task.getString("state")).isEqualTo("PENDING");
        assertThat(http.get("/v1/tasks/order:close:123456").body()).isEqualTo(answer.body());
    }

    @Test
    void aClientThatRetriesTheSubmitGetsTheSameTask() {
        String body = "{\"id\":\"retried\",\"type\":\"t\",\"payload\":{\"n\":1}}";
        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 50)
                .mapToObj(i -> http.sendAsync(http.json("/v1/tasks", body)))
                .toList();

        List<Integer> statuses = answers.stream()
                .map(CompletableFuture::join)
                .map(HttpResponse::statusCode)
                .toList();
        assertThat(Collections.frequency(statuses, 201)).isEqualTo(1);
        assertThat(Collections.frequency(statuses, 200)).isEqualTo(49);
        assertThat(http.post("/v1/tasks", "{ \"payload\": {\"n\":1}, \"type\":\"t\", \"id\":\"retried\" }")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void anotherBodyUnderAKnownIdIsAConflictThatNamesTheState() {
        http.submit("taken");
        JsonObject problem = problem(http.post("/v1/tasks", "{\"id\":\"taken\",\"type\":\"other\"}"), 409);

        assertThat(problem.getString("state")).isEqualTo("PENDING");
        assertThat(problem.getLong("version")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key-bare", "\"key-quoted\""})
    void theIdempotencyKeyIsTheIdOfATaskWithoutOne(String key) {
        for (int status : new int[] {201, 200}) {
            HttpResponse<String> answer =
                    http.send(http.json("/v1/tasks", "{\"type\":\"t\"}").header("Idempotency-Key", key));
            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(new JsonObject(answer.body()).getString("id")).isEqualTo(key.replace("\"", ""));
        }
    }

    @Test
    void anIdempotencyKeyThatIsNoIdIsRefused() {
        HttpResponse<String> answer =
                http.send(http.json("/v1/tasks", "{\"type\":\"t\"}").header("Idempotency-Key", "a b"));

        problem(answer, 400);
    }

    @Test
    void everyFaultOfABodyIsListed() {
        JsonObject problem = problem(
                http.post(
                        "/v1/tasks",
                        "{\"type\":\"t\",\"priority\":9,\"delay\":\"1s\",\"runAt\":\"2027-01-01T00:00:00Z\","
                                + "\"prioritty\":1}"),
                400);

        assertThat(pointers(problem)).contains("/priority", "/prioritty").hasSizeGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"type\":\"t\"} x", "\u0000"})
    void whatIsNoTaskIsRefusedAndNothingIsStored(String body) {
        int before = http.scheduler.calls().size();
        problem(http.post("/v1/tasks", body), 400);

        assertThat(http.scheduler.calls()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"order:close", "123", "0123", "a@b+c=d", "x-._9"})
    void idsWithTheirOwnPunctuationAreKeptApart(String id) {
        http.submit(id);

        assertThat(new JsonObject(http.get("/v1/tasks/" + id).body()).getString("id"))
                .isEqualTo(id);
        String encoded =
                id.replace(":", "%3A").replace("@", "%40").replace("+", "%2B").replace("=", "%3d");
        assertThat(new JsonObject(http.get("/v1/tasks/" + encoded).body()).getString("id"))
                .isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({"a%2Fb,a/b", "a%20b,a b", "a%25b,a%b", "%E4%B8%AD,中", "parent~0,parent~0"})
    void anyOtherSegmentIsDecodedAndUnknown(String segment, String id) {
        JsonObject problem = problem(http.get("/v1/tasks/" + segment), 404);

        assertThat(problem.getString("detail")).contains(id);
    }

    @Test
    void aPercentThatEncodesNothingIsABadRequest() throws Exception {
        try (RawHttp raw = new RawHttp(http.port())) {
            assertThat(raw.send("GET /v1/tasks/a%zz HTTP/1.1\r\nHost: x\r\n\r\n")
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void aTaskIsShownWithItsVersionAsETag() {
        http.submit("shown");
        http.scheduler.move("shown", TaskState.READY);
        HttpResponse<String> answer = http.get("/v1/tasks/shown");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("ETag")).contains("\"2\"");
        assertThat(new JsonObject(answer.body()).getLong("version")).isEqualTo(2);
    }

    @Test
    void aTokenKeepsItsSixteenDigits() {
        http.submit("digits");

        assertThat(http.get("/v1/tasks/digits").body()).contains("\"token\":9007199254740991");
    }

    @Test
    void waitHoldsTheAnswerUntilTheEnd() {
        http.submit("awaited");
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(http.request("/v1/tasks/awaited?wait=30s").GET());
        http.scheduler.untilCall(new FakeScheduler.Awaited("awaited", Duration.ofSeconds(30)));
        assertThat(answer).isNotDone();
        http.scheduler.move("awaited", TaskState.CANCELED);

        assertThat(new JsonObject(answer.join().body()).getString("state")).isEqualTo("CANCELED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait=x", "wait=-1s", "wait=2h", "wait=1s&wait=2s", "wiat=1s"})
    void aWaitThatIsNoneIsRefused(String query) {
        http.submit("w" + query.hashCode());

        problem(http.get("/v1/tasks/w" + query.hashCode() + "?" + query), 400);
    }

    @Test
    void theHistoryTellsTheWay() {
        http.submit("told");
        HttpResponse<String> answer = http.get("/v1/tasks/told/history");

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonObject history = new JsonObject(answer.body());
        assertThat(history.getJsonArray("items")).hasSize(2);
        assertThat(history.getInteger("omitted")).isEqualTo(2);
        assertThat(answer.body()).contains("失败 <script>");
        problem(http.get("/v1/tasks/nowhere/history"), 404);
    }

    @Test
    void aListHandsOnWhatWasAskedAndTheCursor() {
        http.submit("listed");
        HttpResponse<String> answer = http.get(
                "/v1/tasks?state=PENDING&type=t&queue=q&label=name:%E8%AE%A2%E5%8D%95%F0%9F%98%80&limit=5&cursor=next");

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonObject page = new JsonObject(answer.body());
        assertThat(page.containsKey("nextCursor")).isTrue();
        assertThat(page.getValue("nextCursor")).isNull();
        assertThat(page.getJsonArray("items").getJsonObject(0).containsKey("payload"))
                .isFalse();
        assertThat(http.scheduler.calls(TaskQuery.class))
                .contains(new TaskQuery(TaskState.PENDING, "t", "q", "name", "订单😀", 5, "next"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"state=DONE", "limit=0", "limit=1001", "label=x", "cursor=forged", "colour=red"})
    void aListThatCannotBeIsRefused(String query) {
        assertThat(pointers(problem(http.get("/v1/tasks?" + query), 400)))
                .containsExactly("/" + query.substring(0, query.indexOf('=')));
    }

    @ParameterizedTest
    @CsvSource({
        "cancel,PENDING,200", "cancel,READY,200", "cancel,RUNNING,200", "cancel,PAUSED,200",
        "cancel,SUCCEEDED,409", "cancel,FAILED,409", "cancel,CANCELED,409", "cancel,EXPIRED,409",
        "run-now,PENDING,200", "run-now,READY,409", "run-now,RUNNING,409", "run-now,FAILED,409",
        "replay,FAILED,200", "replay,CANCELED,200", "replay,EXPIRED,200", "replay,PENDING,409",
        "replay,SUCCEEDED,409"
    })
    void anActionIsDoneOrRefusedByTheState(String action, TaskState state, int status) {
        String id = action + ":" + state;
        http.submit(id);
        http.scheduler.move(id, state);
        HttpResponse<String> answer = http.post("/v1/tasks/" + id + "/" + action, "{\"reason\":\"by hand\"}");

        if (status == 200) {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("ETag")).contains("\"3\"");
            assertThat(http.scheduler.calls(FakeScheduler.Acted.class))
                    .anySatisfy(acted -> assertThat(acted.actor()).isEqualTo(new Actor("api", "by hand")));
        } else {
            JsonObject problem = problem(answer, 409);
            assertThat(problem.getString("state")).isEqualTo(state.name());
            assertThat(problem.getLong("version")).isEqualTo(2);
            assertThat(problem.getString("detail")).contains(state.name());
        }
    }

    @Test
    void anActionNeedsNoBodyAndNoContentType() {
        http.submit("bare");

        assertThat(http.send(http.request("/v1/tasks/bare/cancel").POST(BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"reasons\":\"x\"}", "{\"reason\":1}", "[]", "{"})
    void anActionWithAnotherBodyIsRefused(String body) {
        http.submit("a" + body.hashCode());

        problem(http.post("/v1/tasks/a" + body.hashCode() + "/cancel", body), 400);
        assertThat(http.scheduler.task("a" + body.hashCode()).state()).isEqualTo(TaskState.PENDING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "run-now", "replay"})
    void anActionOnNothingIsNotFound(String action) {
        problem(http.post("/v1/tasks/nowhere/" + action, "{}"), 404);
    }

    @Test
    void aReportEndsTheAttemptOnceAndAnswersItsRepeatAlike() {
        Task task = running("reported");
        String report = "{\"token\":" + task.token() + ",\"status\":\"SUCCEEDED\",\"result\":{\"n\":1}}";

        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = http.post("/v1/tasks/reported/report", report);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("ETag")).contains("\"3\"");
            assertThat(new JsonObject(answer.body()).getString("state")).isEqualTo("SUCCEEDED");
        }
        assertThat(http.scheduler.task("reported").state()).isEqualTo(TaskState.SUCCEEDED);
        Report heard = http.scheduler.calls(Report.class).get(0);
        assertThat(new String(heard.result(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("{\"n\":1}");
    }

    @Test
    void aReportWithAnotherTokenIsRefused() {
        Task task = running("stale");
        String report = "{\"token\":" + (task.token() - 1) + ",\"status\":\"FAILED\",\"error\":\"x\"}";

        problem(http.post("/v1/tasks/stale/report", report), 409);
        problem(http.post("/v1/tasks/nowhere/report", report), 404);
        problem(http.post("/v1/tasks/stale/report", "{\"status\":\"DONE\"}"), 400);
        assertThat(http.scheduler.task("stale").state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void aHeartbeatCountsForTheHolderOnly() {
        Task task = running("beating");
        String beat = "{\"token\":" + task.token() + ",\"progress\":0.5,\"note\":\"half\"}";

        assertThat(http.post("/v1/tasks/beating/heartbeat", beat).statusCode()).isEqualTo(200);
        assertThat(http.scheduler.calls(FakeScheduler.Beaten.class))
                .contains(new FakeScheduler.Beaten("beating", task.token(), new Progress(0.5, "half", null)));
        problem(http.post("/v1/tasks/beating/heartbeat", "{\"token\":7}"), 409);
        problem(http.post("/v1/tasks/nowhere/heartbeat", beat), 404);
        problem(http.post("/v1/tasks/beating/heartbeat", "{}"), 400);
    }

    @Test
    void deadLettersAreTheFailedOnesAndCanBeForgotten() {
        http.submit("dead");
        problem(delete("dead"), 409);
        http.scheduler.move("dead", TaskState.FAILED);

        assertThat(http.get("/v1/dead-letters").body()).contains("\"id\":\"dead\"");
        HttpResponse<String> gone = delete("dead");
        assertThat(gone.statusCode()).isEqualTo(204);
        assertThat(gone.body()).isEmpty();
        problem(delete("dead"), 404);
        problem(http.get("/v1/dead-letters?state=FAILED"), 400);
    }

    @ParameterizedTest
    @CsvSource({"UNAVAILABLE,503", "BUSY,429", "FULL,429"})
    void aStoreThatCannotBeAskedIsTriedAgainLater(StoreException.Kind kind, int status) {
        http.scheduler.failWith(new StoreException(kind, "redis://secret@10.0.0.1 is away", null));
        try {
            for (HttpResponse<String> answer : List.of(
                    http.post("/v1/tasks", "{\"type\":\"t\"}"),
                    http.get("/v1/tasks/x"),
                    http.get("/v1/tasks/x?wait=1s"),
                    http.get("/v1/tasks/x/history"),
                    http.get("/v1/tasks"),
                    http.post("/v1/tasks/x/cancel", ""),
                    http.post("/v1/tasks/x/report", "{\"token\":1,\"status\":\"FAILED\"}"),
                    http.post("/v1/tasks/x/heartbeat", "{\"token\":1}"),
                    delete("x"))) {
                problem(answer, status);
                assertThat(answer.headers().firstValueAsLong("Retry-After")).isPresent();
                assertThat(answer.body()).doesNotContain("secret");
            }
        } finally {
            http.scheduler.failWith(null);
        }
    }

    @Test
    void aFaultInAxLeaksNothing() {
        for (RuntimeException fault : List.of(
                new IllegalStateException("password=hunter2"),
                new StoreException(StoreException.Kind.BROKEN, "password=hunter2", null))) {
            http.scheduler.failWith(fault);
            HttpResponse<String> answer = http.post("/v1/tasks", "{\"type\":\"t\"}");
            http.scheduler.failWith(null);

            problem(answer, 500);
            assertThat(answer.body()).doesNotContain("hunter2").doesNotContain("dev.ax");
        }
    }

    private static Task running(String id) {
        http.submit(id);
        return http.scheduler.move(id, TaskState.RUNNING);
    }

    private static HttpResponse<String> delete(String id) {
        return http.send(http.request("/v1/dead-letters/" + id).DELETE());
    }
}
