package dev.ax.contract;

import static dev.ax.contract.Parsing.NOW_MS;
import static dev.ax.contract.Parsing.spec;
import static dev.ax.contract.Parsing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.TaskPage;
import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskJsonTest {

    private static final String HOSTILE = "\u0000\u0007\u001b[31m\uffff \ud800 \udc00x \"\\</script>\n失败：超时😀\u2028";

    @Test
    void showsATaskThatHasJustBeenMade() {
        Task task = pending(spec("{\"id\":\"a\",\"type\":\"t\"}"));
        assertThat(TaskJson.of(task).toString())
                .isEqualTo(
                        "{\"id\":\"a\",\"type\":\"t\",\"queue\":\"default\",\"payload\":null,\"priority\":2,\"timeout\":\"1m\","
                                + "\"retryPolicy\":{\"maxRetries\":3,\"initialDelay\":\"10s\",\"multiplier\":2,\"maxDelay\":\"1h\","
                                + "\"jitter\":0.2,\"maxLost\":5},\"target\":null,\"concurrencyKey\":null,\"expireAfter\":null,"
                                + "\"interruptible\":true,\"labels\":{},\"state\":\"PENDING\",\"version\":1,\"attempt\":0,\"retry\":0,"
                                + "\"token\":0,\"runAt\":\"2026-11-30T13:00:00.000Z\",\"createdAt\":\"2026-11-30T13:00:00.000Z\","
                                + "\"readyAt\":null,\"startedAt\":null,\"endedAt\":null,\"node\":null,\"lastError\":null,\"result\":null,"
                                + "\"progress\":null,\"note\":null,\"logUrl\":null}");
    }

    @Test
    void retryCountsAndRetryPolicyIsThePolicy() {
        JsonObject shown = new JsonObject(TaskJson.of(ended("x", null)));
        assertThat(shown.getValue("retry")).isEqualTo(2);
        assertThat(shown.getJsonObject("retryPolicy").getInteger("maxRetries")).isEqualTo(3);
    }

    @Test
    void whatIsShownIsWhatTheContractSays() {
        assertThat(Contract.faultsOf(
                        "Task",
                        TaskJson.of(pending(spec("{\"id\":\"a\",\"type\":\"t\"}")))
                                .toString()))
                .isEmpty();
        assertThat(Contract.faultsOf(
                        "Task", TaskJson.of(ended(HOSTILE, utf8("{\"a\":1}"))).toString()))
                .isEmpty();
        TaskPage page = new TaskPage(List.of(ended("x", null)), "next");
        assertThat(Contract.faultsOf("TaskPage", TaskJson.of(page).toString())).isEmpty();
        assertThat(Contract.faultsOf("History", HistoryJson.of(history(HOSTILE)).toString()))
                .isEmpty();
    }

    @Test
    void listsLeavePayloadAndResultOut() {
        TaskPage page = new TaskPage(List.of(ended("x", utf8("7"))), null);
        JsonObject shown = new JsonObject(TaskJson.of(page));
        assertThat(shown.getJsonArray("items").getJsonObject(0).fieldNames()).doesNotContain("payload", "result");
        assertThat(shown.containsKey("nextCursor")).isTrue();
        assertThat(shown.getValue("nextCursor")).isNull();
    }

    @Test
    void payloadAndResultAreSplicedByteForByte() { // F94
        String payload = "{ \"a\" : 130775545883395173, \"e\":1e400,\"f\":-0 ,\"g\":\"\\ud800\"}";
        Task task = ended(spec("{\"id\":\"a\",\"type\":\"t\",\"payload\":" + payload + "}"), "x", utf8("[1.0 , 2]"));
        assertThat(TaskJson.of(task).toString())
                .contains("\"payload\":" + payload + ",")
                .contains("\"result\":[1.0 , 2],");
    }

    @Test
    void whateverAnExecutorSaysTheAnswerIsValidUtf8Json() throws CharacterCodingException { // F97
        for (byte[] shown : List.of(
                TaskJson.of(ended(HOSTILE, null)).getBytes(),
                HistoryJson.of(history(HOSTILE)).getBytes(),
                Problem.invalid(List.of(new Fault("/" + HOSTILE, HOSTILE))).toJson())) {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(shown));
            assertThat(JsonText.isValid(shown)).isTrue();
            assertThat(shown).doesNotContain((byte) 0, (byte) 7, (byte) 0x1b, (byte) '\n');
        }
        JsonObject shown = new JsonObject(TaskJson.of(ended(HOSTILE, null)));
        assertThat(shown.getString("lastError"))
                .isEqualTo("\u0000\u0007\u001b[31m\uffff \ufffd \ufffdx \"\\</script>\n失败：超时😀\u2028");
    }

    @Test
    void tokensKeepAllSixteenDigits() {
        assertThat(TaskJson.of(ended("x", null)).toString()).contains("\"token\":1796043600123457,");
    }

    @Test
    void sensitiveHeadersAreNotShown() {
        TaskSpec spec = spec(
                "{\"id\":\"a\",\"type\":\"t\",\"target\":{\"http\":{\"url\":\"https://h/\",\"headers\":{\"authorization\":\"Bearer x\","
                        + "\"Cookie\":\"c\",\"X-Api-Key\":\"k\",\"X-Auth\":\"${secret:s}\",\"X-Plain\":\"shown\"}}}}");
        JsonObject headers = new JsonObject(TaskJson.of(pending(spec)))
                .getJsonObject("target")
                .getJsonObject("http")
                .getJsonObject("headers");
        assertThat(headers)
                .isEqualTo(new JsonObject()
                        .put("authorization", "***")
                        .put("Cookie", "***")
                        .put("X-Api-Key", "***")
                        .put("X-Auth", "***")
                        .put("X-Plain", "shown"));
    }

    @Test
    void aResultThatIsNotKeptIsSaidSo() {
        Task task = new Task(
                spec("{\"id\":\"a\",\"type\":\"t\"}"),
                TaskState.SUCCEEDED,
                2,
                NOW_MS,
                NOW_MS,
                NOW_MS,
                NOW_MS,
                1,
                0,
                0,
                0,
                1,
                4,
                "n",
                null,
                null,
                true,
                null);
        JsonObject shown = new JsonObject(TaskJson.of(task));
        assertThat(shown.getBoolean("resultOmitted")).isTrue();
        assertThat(shown.getValue("result")).isNull();
    }

    @Test
    void aBatchAnswersInOrderWithAProblemWhereThereIsOne() {
        String shown = TaskJson.ofBatch(List.of(
                        BatchResult.created("a"),
                        BatchResult.existing("b"),
                        BatchResult.refused(null, Problem.invalid("no"))))
                .toString();
        assertThat(Contract.faultsOf("BatchResults", shown)).isEmpty();
        assertThat(shown)
                .startsWith(
                        "{\"results\":[{\"id\":\"a\",\"status\":201},{\"id\":\"b\",\"status\":200},{\"id\":null,\"status\":400,\"problem\":{");
    }

    @Test
    void aProblemCarriesStateAndVersionAndSaysWhatToDo() {
        Problem problem = Problem.stateForbids("resume", "PAUSED", ended("x", null));
        JsonObject shown = new JsonObject(problem.toBuffer());
        assertThat(shown.getString("type")).isEqualTo("https://ax.dev/problems/state-forbids");
        assertThat(shown.getInteger("status")).isEqualTo(409);
        assertThat(shown.getString("state")).isEqualTo("FAILED");
        assertThat(shown.getInteger("version")).isEqualTo(9);
        assertThat(shown.getString("detail")).contains("FAILED", "resume", "PAUSED");
        assertThat(Contract.faultsOf("Problem", shown.encode())).isEmpty();
    }

    private static Task pending(TaskSpec spec) {
        return new Task(
                spec, TaskState.PENDING, 2, spec.runAtMs(), 0, 0, 0, 0, 0, 0, 0, 0, 1, null, null, null, false, null);
    }

    private static Task ended(String error, byte[] result) {
        return ended(
                spec("{\"id\":\"a\",\"type\":\"t\",\"labels\":{\"a\":\"b\"},\"expireAfter\":\"1h\"}"), error, result);
    }

    private static Task ended(TaskSpec spec, String error, byte[] result) {
        return new Task(
                spec,
                TaskState.FAILED,
                2,
                NOW_MS,
                NOW_MS + 1,
                NOW_MS + 2,
                NOW_MS + 3,
                3,
                2,
                0,
                0,
                1_796_043_600_123_457L,
                9,
                "node-1",
                error,
                result,
                false,
                new Progress(0.25, error, "https://h/log"));
    }

    private static History history(String error) {
        return new History(
                List.of(
                        new History.Line(NOW_MS, null, TaskState.READY, 0, null, null, "api", null, null, -1),
                        new History.Line(
                                NOW_MS,
                                TaskState.RUNNING,
                                TaskState.FAILED,
                                1,
                                AttemptStatus.TIMED_OUT,
                                "n",
                                "ax",
                                error,
                                error,
                                60_000)),
                4);
    }
}
