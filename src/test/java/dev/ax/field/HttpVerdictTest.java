package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers of an HTTP target are success, which stop the task, which are tried again. F71. */
class HttpVerdictTest extends NodeFixture {
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterAll
    void letGo() {
        over.countDown();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204})
    void isSuccess(int status) {
        JsonObject task = run("/success-" + status, sink().on("/success-" + status, status));

        assertThat(task.getString("state")).isEqualTo("SUCCEEDED");
        assertThat(sink().calls("/success-" + status)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410, 422})
    void isPermanent(int status) {
        JsonObject task = run("/permanent-" + status, sink().on("/permanent-" + status, status));

        assertThat(task.getString("state")).isEqualTo("FAILED");
        assertThat(task.getString("lastError")).contains("" + status);
        assertThat(sink().calls("/permanent-" + status)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 409, 425, 429, 500, 502, 503})
    void isTriedAgain(int status) {
        JsonObject task = run("/again-" + status, sink().on("/again-" + status, status));

        assertThat(task.getString("state")).isEqualTo("FAILED");
        assertThat(sink().calls("/again-" + status)).hasSize(2);
    }

    @Test
    void aRedirectIsNotFollowedButTriedAgain() {
        sink().on("/elsewhere", 200);
        String target = sink().on("/moved", (exchange, call) -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            Sink.reply(exchange, 302, "");
        });

        JsonObject task = run("/moved", target);

        assertThat(task.getString("state")).isEqualTo("FAILED");
        assertThat(sink().calls("/moved")).hasSize(2);
        assertThat(sink().calls("/elsewhere")).isEmpty();
    }

    @Test
    void aConnectionThatBreaksIsTriedAgain() {
        String target = sink().on("/broken", (exchange, call) -> exchange.close());

        JsonObject task = run("/broken", target);

        assertThat(task.getString("state")).isEqualTo("FAILED");
        assertThat(sink().calls("/broken")).hasSize(2);
    }

    @Test
    void silenceIsTimedOutAtTheTimeoutAndTriedAgain() {
        String target = sink().on("/silent", (exchange, call) -> hang());

        JsonObject task = run("/silent", target);

        assertTimedOutTwice(task);
        assertThat(sink().calls("/silent")).hasSize(2);
    }

    @Test
    void aBodyThatNeverEndsIsTimedOut() {
        String target = sink().on("/endless", (exchange, call) -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('[');
            exchange.getResponseBody().flush();
            hang();
        });

        assertTimedOutTwice(run("/endless", target));
    }

    @Test
    void aBodyThatIsTooLongIsNotReadToItsEnd() {
        String target = sink().on("/flood", (exchange, call) -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] piece = "[1,1,1,1,1,1,1,1,".repeat(4096).getBytes(StandardCharsets.UTF_8);
            try {
                while (over.getCount() > 0) {
                    exchange.getResponseBody().write(piece);
                }
            } catch (IOException cut) {
                exchange.close();
            }
        });

        JsonObject task = run("/flood", target);

        assertThat(task.getString("state")).isEqualTo("SUCCEEDED");
        assertThat(task.getValue("result")).isNull();
        assertThat(task.containsKey("resultOmitted")).isTrue();
    }

    private void assertTimedOutTwice(JsonObject task) {
        String id = task.getString("id");
        assertThat(task.getString("state")).isEqualTo("FAILED");
        assertThat(ax().outcomes(id)).containsExactly("TIMED_OUT", "TIMED_OUT");
        assertThat(ax().history(id))
                .filteredOn(line -> line.getString("outcome") != null)
                .allSatisfy(line -> assertThat(line.getLong("durationMs")).isBetween(1000L, 2000L));
    }

    /** One retry, at once; a timeout of a second. */
    private JsonObject run(String name, String target) {
        String id = newId() + name.replace('/', '-');
        ax().submit("{\"id\":\"" + id + "\",\"type\":\"push\",\"timeout\":\"1s\","
                + "\"retry\":{\"maxRetries\":1,\"initialDelay\":\"0s\"},\"target\":" + target + "}");
        return ax().ended(id);
    }

    private void hang() {
        try {
            over.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
