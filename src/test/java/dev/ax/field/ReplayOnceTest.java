package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A dead letter that several people replay at once runs once more. F115. */
class ReplayOnceTest extends NodeFixture {
    private static final int TASKS = 100;
    private static final int CLIENTS = 5;

    @Test
    void ofFiveReplaysOfOneDeadLetterOneIsTaken() {
        List<String> ids = IntStream.range(0, TASKS).mapToObj(i -> newId()).toList();
        ax().submitLines(ids.stream()
                .map(
                        id -> "{\"id\":\"" + id
                                + "\",\"type\":\"ax.fail\",\"payload\":{\"times\":1,\"permanent\":true},\"labels\":{\"case\":\"F115\"}}")
                .toArray(String[]::new));
        ids.forEach(id -> assertThat(ax().ended(id).getString("state")).isEqualTo("FAILED"));
        assertThat(deadLetters()).hasSize(TASKS);

        List<List<CompletableFuture<Answer>>> replays = ids.stream()
                .map(id -> IntStream.range(0, CLIENTS)
                        .mapToObj(i -> ax().postAsync(Client.path(id) + "/replay", "{}"))
                        .toList())
                .toList();

        for (List<CompletableFuture<Answer>> ofOne : replays) {
            List<Integer> statuses = ofOne.stream()
                    .map(answer -> answer.join().status())
                    .sorted()
                    .toList();
            assertThat(statuses).containsExactly(200, 409, 409, 409, 409);
        }
        for (String id : ids) {
            JsonObject task = ax().ended(id);
            assertThat(task.getString("state")).isEqualTo("SUCCEEDED");
            assertThat(task.getInteger("attempt")).isEqualTo(2);
            assertThat(ax().outcomes(id)).containsExactly("FAILED", "SUCCEEDED");
        }
        assertThat(deadLetters()).isEmpty();
    }

    private List<JsonObject> deadLetters() {
        return ax().get("/v1/dead-letters?label=case:F115&limit=1000")
                .expect(200)
                .items();
    }
}
