package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code maxRetries} counts what comes after the first run, and the waits between are as promised. F69. */
class RetryCountTest extends NodeFixture {
    private static final long ROUNDING_AND_START_MS = 300;

    @Test
    void threeRetriesAreFourRunsWithGrowingGapsAndThenADeadLetter() throws InterruptedException {
        String id = newId();
        String target = sink().on("/500", 500, "out of order");

        ax().submit("{\"id\":\"" + id + "\",\"type\":\"push\",\"retry\":{\"initialDelay\":\"500ms\"},\"target\":"
                + target + "}");

        JsonObject task = ax().ended(id);
        assertThat(task.getString("state")).isEqualTo("FAILED");
        assertThat(task.getInteger("attempt")).isEqualTo(4);
        assertThat(task.getInteger("retry")).isEqualTo(3);
        List<Long> gaps = gapsMs("/500");
        assertThat(gaps.get(0)).isBetween(400L, 600L + ROUNDING_AND_START_MS);
        assertThat(gaps.get(1)).isBetween(800L, 1200L + ROUNDING_AND_START_MS);
        assertThat(gaps.get(2)).isBetween(1600L, 2400L + ROUNDING_AND_START_MS);
        assertThat(ax().outcomes(id)).containsExactly("FAILED", "FAILED", "FAILED", "FAILED");
        assertThat(ax().get("/v1/dead-letters").expect(200).items())
                .filteredOn(dead -> dead.getString("id").equals(id))
                .singleElement()
                .satisfies(dead -> assertThat(dead.getString("lastError")).isEqualTo(task.getString("lastError")));
        assertThat(task.getString("lastError")).contains("500");
        JsonObject alert = alertOf(id);
        assertThat(alert.getString("kind")).isEqualTo("dead-letter");
        assertThat(alert.getString("type")).isEqualTo("push");
        assertThat(alert.getString("node")).isEqualTo("field");
        assertThat(alert.getInteger("attempts")).isEqualTo(4);
    }

    @Test
    void noRetriesAreOneRun() {
        String id = newId();
        String target = sink().on("/500-once", 500);

        ax().submit("{\"id\":\"" + id + "\",\"type\":\"push\",\"retry\":{\"maxRetries\":0},\"target\":" + target + "}");

        assertThat(ax().ended(id).getString("state")).isEqualTo("FAILED");
        assertThat(sink().calls("/500-once")).hasSize(1);
    }

    @Test
    void aPermanentFailureIsOneRunWhateverTheRetries() {
        String id = newId();
        String target = sink().on("/400", 400);

        ax().submit("{\"id\":\"" + id + "\",\"type\":\"push\",\"target\":" + target + "}");

        assertThat(ax().ended(id).getString("state")).isEqualTo("FAILED");
        assertThat(sink().calls("/400")).hasSize(1);
    }

    private List<Long> gapsMs(String path) {
        List<Sink.Call> calls = sink().calls(path);
        assertThat(calls).hasSize(4);
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < calls.size(); i++) {
            gaps.add((calls.get(i).atNanos() - calls.get(i - 1).atNanos()) / 1_000_000);
        }
        return gaps;
    }
}
