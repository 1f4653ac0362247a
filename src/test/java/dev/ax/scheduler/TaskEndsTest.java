package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskEndsTest {
    private final TaskEnds ends = new TaskEnds();
    private final List<String> signals = new ArrayList<>();

    @Test
    void endsOnOtherNodesAreHeardFromTheBus() {
        ends.await("a", () -> signals.add("a"));
        ends.await("b", () -> signals.add("b"));

        ends.hear(message(event("a", "RUNNING"), event("b", "EXPIRED"), event("c", "FAILED")));

        assertThat(signals).containsExactly("b");
    }

    @Test
    void aStateThatOnlyANewerReleaseKnowsHidesNothing() {
        ends.await("a", () -> signals.add("a"));

        ends.hear(message(event("a", "MERGED"), new JsonObject(), event("a", "CANCELED")));

        assertThat(signals).containsExactly("a");
    }

    @Test
    void whoLeavesHearsNothingMoreAndOthersStay() {
        Runnable leave = ends.await("a", () -> signals.add("one"));
        ends.await("a", () -> signals.add("other"));
        leave.run();
        leave.run();

        ends.hear(message(event("a", "SUCCEEDED")));

        assertThat(signals).containsExactly("other");
        assertThat(ends.size()).isEqualTo(1);
    }

    private static JsonObject message(JsonObject... events) {
        return new JsonObject().put("events", new JsonArray(List.of(events)));
    }

    private static JsonObject event(String id, String to) {
        return new JsonObject().put("id", id).put("to", to);
    }
}
