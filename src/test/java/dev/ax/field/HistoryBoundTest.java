package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.Scheduler;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task that fails for ever does not grow for ever. F100. */
class HistoryBoundTest extends NodeFixture {
    private static final int RETRIES = 200;
    private static final int LONGEST_ERROR = 4096;
    private static final int LONGEST_OLD_ERROR = 200;
    private static final long LONGEST_RECORD = 64 * 1024;

    @Override
    void handlers(Scheduler scheduler) {
        scheduler.register("verbose", context -> {
            throw new IllegalStateException("trace ".repeat(1000));
        });
    }

    @Test
    void theHistoryOfHundredsOfRetriesIsCutAndSaysSo() {
        String id = newId();
        ax().submit("{\"id\":\"" + id + "\",\"type\":\"verbose\",\"retry\":{\"maxRetries\":" + RETRIES
                + ",\"initialDelay\":\"1ms\",\"multiplier\":1,\"jitter\":0}}");

        assertThat(ax().ended(id).getInteger("attempt")).isEqualTo(RETRIES + 1);
        JsonObject history = ax().get(Client.path(id) + "/history").expect(200).json();
        List<JsonObject> lines = Answer.objects(history.getJsonArray("items"));
        assertThat(lines).hasSize(110);
        assertThat(history.getLong("omitted"))
                .isEqualTo(3L * (RETRIES + 1) - 110); // READY, RUNNING and an end for each run
        assertThat(lines.get(0).getString("from")).isNull();
        assertThat(lines.get(lines.size() - 1).getString("to")).isEqualTo("FAILED");
        List<String> errors = lines.stream()
                .map(line -> line.getString("error"))
                .filter(error -> error != null)
                .toList();
        assertThat(errors).allSatisfy(error -> assertThat(error.length()).isLessThanOrEqualTo(LONGEST_ERROR));
        assertThat(errors.subList(0, errors.size() - 10))
                .allSatisfy(error -> assertThat(error.length()).isLessThanOrEqualTo(LONGEST_OLD_ERROR));
        assertThat((long) redis().command("HSTRLEN", key("state"), id)).isBetween(1L, LONGEST_RECORD / 4);
        assertThat(stored("notes")).isBetween(1L, LONGEST_RECORD);
    }

    /** The bytes of a hash that only this task has written to. */
    private long stored(String hash) {
        List<?> values = (List<?>) redis().command("HVALS", key(hash));
        return values.stream().mapToLong(value -> value.toString().length()).sum();
    }
}
