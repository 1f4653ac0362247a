package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An id is a name and nothing else: no pattern, no number, no prefix of another. F95. */
class TaskIdTest extends NodeFixture {
    private static final List<String> IDS =
            List.of("order:close:123456", "order:close", "123", "0123", "a@b+c=d", "x".repeat(200));

    @Test
    void everyActionTouchesItsOwnIdOnly() {
        for (String id : IDS) {
            ax().submit("{\"id\":\"" + id + "\",\"type\":\"ax.noop\",\"delay\":\"1h\"}");
        }
        for (String id : IDS) {
            assertThat(ax().task(id).getString("id")).isEqualTo(id);
        }
        ax().act("order:close", "cancel").expect(200);
        ax().act("0123", "cancel").expect(200);

        assertThat(ax().get("/v1/tasks?state=CANCELED").expect(200).items())
                .extracting(task -> task.getString("id"))
                .containsExactlyInAnyOrder("order:close", "0123");
        for (String id : List.of("order:close:123456", "123", "a@b+c=d", "x".repeat(200))) {
            assertThat(ax().task(id).getString("state")).isEqualTo("PENDING");
            ax().act(id, "run-now").expect(200);
            assertThat(ax().ended(id).getString("state")).isEqualTo("SUCCEEDED");
        }
        assertThat(ax().task("order:close").getString("state")).isEqualTo("CANCELED");
    }

    @ParameterizedTest
    @MethodSource("noIds")
    void whatIsNoIdIsRefused(String id) {
        Answer answer = ax().post("/v1/tasks", "{\"id\":\"" + id + "\",\"type\":\"ax.noop\"}");

        assertThat(answer.expectProblem(400).pointers()).containsExactly("/id");
    }

    static Stream<String> noIds() {
        return Stream.of("a*b", "[x]", "{tag}", "a~1", ".x", "", "x".repeat(201), "a b", "a\\u0000");
    }
}
