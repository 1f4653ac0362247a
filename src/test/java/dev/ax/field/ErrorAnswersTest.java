package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An answer says whether it worked, and if not, all that was wrong. F128. */
class ErrorAnswersTest extends NodeFixture {

    @Test
    void whatTheStateForbidsIsAConflictThatNamesIt() {
        String ended = newId();
        ax().submit("{\"id\":\"" + ended + "\",\"type\":\"ax.noop\"}");
        ax().ended(ended);
        String pending = newId();
        ax().submit("{\"id\":\"" + pending + "\",\"type\":\"ax.noop\",\"delay\":\"1h\"}");

        assertForbidden(ended, "cancel", "SUCCEEDED");
        assertForbidden(ended, "run-now", "SUCCEEDED");
        assertForbidden(ended, "replay", "SUCCEEDED");
        assertForbidden(pending, "replay", "PENDING");
    }

    @Test
    void anUnknownTaskIsNotFound() {
        String id = newId();

        ax().get(Client.path(id)).expectProblem(404);
        ax().get(Client.path(id) + "/history").expectProblem(404);
        ax().act(id, "cancel").expectProblem(404);
        ax().act(id, "run-now").expectProblem(404);
        ax().act(id, "replay").expectProblem(404);
        ax().get("/v1/nothing").expectProblem(404);
    }

    @Test
    void everyFaultOfABodyIsListed() {
        Answer answer = ax().post("/v1/tasks", """
                {"type": "ax.noop", "priority": 9, "delay": "1s", "runAt": "2031-01-01T00:00:00Z", "prioritty": 1}
                """);

        assertThat(answer.expectProblem(400).pointers())
                .contains("/priority", "/prioritty")
                .hasSizeBetween(3, 4);
        assertThat(answer.pointers()).containsAnyOf("", "/delay", "/runAt");
    }

    @Test
    void theWrongContentTypeAndTheWrongMethodAreTold() {
        ax().send("POST", "/v1/tasks", "text/plain", "{\"type\":\"ax.noop\"}").expectProblem(415);
        Answer wrongMethod =
                ax().send("PUT", "/v1/tasks", "application/json", "{}").expectProblem(405);
        assertThat(wrongMethod.header("Allow")).contains("POST", "GET");
    }

    private void assertForbidden(String id, String action, String state) {
        long version = ax().task(id).getLong("version");

        Answer answer = ax().act(id, action).expectProblem(409);

        assertThat(answer.json().getString("state")).isEqualTo(state);
        assertThat(answer.json().getLong("version")).isEqualTo(version);
        assertThat(answer.json().getString("detail")).contains(state);
        assertThat(ax().task(id).getLong("version")).isEqualTo(version);
    }
}
