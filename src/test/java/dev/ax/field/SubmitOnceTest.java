package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A client that submits twice, for whatever reason, has one task. F66. */
class SubmitOnceTest extends NodeFixture {

    @Test
    void fiftyParallelPostsOfOneIdMakeOneTaskThatRunsOnce() {
        String id = newId();
        String target = sink().on("/once", 200);
        String body = "{\"id\":\"" + id + "\",\"type\":\"push\",\"target\":" + target + "}";

        List<Answer> answers = fifty(body);

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(49);
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.json().getString("id")).isEqualTo(id));
        ax().ended(id);
        assertThat(sink().calls("/once")).hasSize(1);
    }

    @Test
    void theIdempotencyKeyStandsForTheId() {
        String key = newId();

        List<Answer> answers = fifty("{\"type\":\"ax.noop\"}", "Idempotency-Key", key);
        Answer quoted = ax().post("/v1/tasks", "{\"type\":\"ax.noop\"}", "Idempotency-Key", "\"" + key + "\"");

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(49);
        assertThat(quoted.expect(200).json().getString("id")).isEqualTo(key);
    }

    @Test
    void anotherBodyUnderTheIdIsAConflictAndAnotherNotationIsNot() {
        String id = newId();
        ax().submit("{\"id\":\"" + id + "\",\"type\":\"ax.noop\",\"delay\":\"1h\",\"payload\":{\"a\":1,\"b\":2}}");

        String reordered =
                "{ \"payload\": {\"b\":2, \"a\":1}, \"type\":\"ax.noop\",\n \"delay\":\"1h\", \"id\":\"" + id + "\"}";
        ax().post("/v1/tasks", reordered).expect(200);
        ax().post("/v1/tasks", reordered.replace("\"a\":1", "\"a\":3")).expectProblem(409);
        ax().post("/v1/tasks", reordered.replace("\"a\":1", "\"a\":1.0")).expectProblem(409);
        ax().post("/v1/tasks", reordered.replace("\"1h\"", "\"1h\",\"priority\":2"))
                .expectProblem(409);
    }

    @Test
    void eachLineOfABatchHasItsOwnStatus() {
        String id = newId();
        String line = "{\"id\":\"" + id + "\",\"type\":\"ax.noop\",\"payload\":1}";

        Answer answer =
                ax().submitLines(line, line, line.replace(":1}", ":2}"), "{\"type\":\"ax.noop\"}", "{\"type\":", "{}");

        assertThat(Answer.objects(answer.expect(200).json().getJsonArray("results")).stream()
                        .map(result -> result.getInteger("status")))
                .containsExactly(201, 200, 409, 201, 400, 400);
    }

    @Test
    void aConnectionThatBreaksBeforeTheAnswerLeavesOneTask() throws IOException {
        String id = newId();
        String target = sink().on("/broken", 200);
        String body = "{\"id\":\"" + id + "\",\"type\":\"push\",\"target\":" + target + "}";
        for (int i = 0; i < 10; i++) {
            sendAndHangUp(body);
        }

        assertThat(ax().post("/v1/tasks", body).status()).isIn(200, 201);

        ax().ended(id);
        ax().post("/v1/tasks", body).expect(200);
        assertThat(sink().calls("/broken")).hasSize(1);
    }

    private List<Answer> fifty(String body, String... headers) {
        List<CompletableFuture<Answer>> answers = IntStream.range(0, 50)
                .mapToObj(i -> ax().postAsync("/v1/tasks", body, headers))
                .toList();
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private void sendAndHangUp(String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST /v1/tasks HTTP/1.1\r\nHost: ax\r\nContent-Type: application/json\r\nContent-Length: "
                + bytes.length + "\r\n\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ax().port())) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(bytes);
        }
    }
}
