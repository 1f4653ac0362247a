package dev.ax.contract;

import static dev.ax.contract.Parsing.invalid;
import static dev.ax.contract.Parsing.pointers;
import static dev.ax.contract.Parsing.valid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.TaskQuery;
import dev.ax.task.TaskState;
import io.vertx.core.MultiMap;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ListQueryTest {

    @Test
    void nothingAskedForIsAHundredOfAll() {
        assertThat(valid(ListQuery.tasks(query()))).isEqualTo(new TaskQuery(null, null, null, null, null, 100, null));
        assertThat(valid(ListQuery.tasks(query("state", "", "type", "", "label", "", "limit", "", "cursor", ""))))
                .isEqualTo(new TaskQuery(null, null, null, null, null, 100, null));
    }

    @Test
    void readsEveryParameter() {
        assertThat(valid(ListQuery.tasks(query(
                        "state",
                        "READY",
                        "type",
                        "t",
                        "queue",
                        "q",
                        "label",
                        "name:订单:关闭😀",
                        "limit",
                        "1000",
                        "cursor",
                        "c"))))
                .isEqualTo(new TaskQuery(TaskState.READY, "t", "q", "name", "订单:关闭😀", 1000, "c"));
    }

    @Test
    void everyFaultIsListed() {
        assertThat(pointers(invalid(ListQuery.tasks(query(
                        "state", "ready", "type", "a b", "queue", "/", "label", "x", "limit", "1001", "page", "2")))))
                .containsExactlyInAnyOrder("/state", "/type", "/queue", "/label", "/limit", "/page");
        assertThat(pointers(invalid(ListQuery.tasks(query("limit", "0"))))).containsExactly("/limit");
        assertThat(pointers(invalid(ListQuery.tasks(query("limit", "١"))))).containsExactly("/limit");
        assertThat(pointers(invalid(ListQuery.tasks(query("type", "a", "type", "b")))))
                .containsExactly("/type");
    }

    @Test
    void deadLettersAreTheFailedOnes() {
        assertThat(valid(ListQuery.deadLetters(query("queue", "q"))).state()).isEqualTo(TaskState.FAILED);
        assertThat(pointers(invalid(ListQuery.deadLetters(query("state", "FAILED")))))
                .containsExactly("/state");
    }

    @Test
    void aWaitIsADurationOfAtMostAnHour() {
        assertThat(valid(ListQuery.waitForEnd(query()))).isEqualTo(Duration.ZERO);
        assertThat(valid(ListQuery.waitForEnd(query("wait", "30s")))).isEqualTo(Duration.ofSeconds(30));
        assertThat(pointers(invalid(ListQuery.waitForEnd(query("wait", "61m")))))
                .containsExactly("/wait");
        assertThat(pointers(invalid(ListQuery.waitForEnd(query("wait", "30"))))).containsExactly("/wait");
        assertThat(pointers(invalid(ListQuery.waitForEnd(query("wait", "-1s")))))
                .containsExactly("/wait");
    }

    private static MultiMap query(String... namesAndValues) {
        MultiMap query = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            query.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return query;
    }
}
