package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** A report counts by its token: a late one is refused, the right one counts, twice sent or not. F117. */
class LateReportTest extends NodeFixture {

    @Test
    void theReportOfAnAttemptThatTimedOutIsRefusedAndTheNextOnesCounts() throws InterruptedException {
        String id = newId();
        String target = sink().on("/async", (exchange, call) -> {
            exchange.getResponseHeaders().set("Ax-Async", "true");
            Sink.reply(exchange, 202, "");
        });
        ax().submit("{\"id\":\"" + id + "\",\"type\":\"push\",\"timeout\":\"1s\","
                + "\"retry\":{\"initialDelay\":\"100ms\",\"jitter\":0},\"target\":" + target + "}");
        long first = sink().next("/async").token();
        long second = sink().next("/async").token();
        assertThat(second).isGreaterThan(first);

        Answer late = report(id, first, "SUCCEEDED", "{\"of\":1}");
        Answer right = report(id, second, "SUCCEEDED", "{\"of\":2}");
        Answer again = report(id, second, "SUCCEEDED", "{\"of\":2}");
        Answer changed = report(id, second, "FAILED", "{\"of\":2}");

        late.expectProblem(409);
        right.expect(200);
        again.expect(200);
        changed.expectProblem(409);
        JsonObject task = ax().ended(id);
        assertThat(task.getString("state")).isEqualTo("SUCCEEDED");
        assertThat(task.getInteger("attempt")).isEqualTo(2);
        assertThat(task.getJsonObject("result")).isEqualTo(new JsonObject().put("of", 2));
        assertThat(ax().outcomes(id)).containsExactly("TIMED_OUT", "SUCCEEDED");
    }

    @Test
    void aReportThatOvertakesThe202Counts() {
        String id = newId();
        String target = sink().on("/overtaken", (exchange, call) -> {
            report(id, call.token(), "SUCCEEDED", "1").expect(200);
            exchange.getResponseHeaders().set("Ax-Async", "true");
            Sink.reply(exchange, 202, "");
        });
        ax().submit("{\"id\":\"" + id + "\",\"type\":\"push\",\"target\":" + target + "}");

        assertThat(ax().ended(id).getString("state")).isEqualTo("SUCCEEDED");
        assertThat(sink().calls("/overtaken")).hasSize(1);
    }

    private Answer report(String id, long token, String status, String result) {
        String outcome = status.equals("FAILED") ? "\"error\":\"no\"" : "\"result\":" + result;
        return ax().post(
                        Client.path(id) + "/report",
                        "{\"token\":" + token + ",\"status\":\"" + status + "\"," + outcome + "}");
    }
}
