package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.Scheduler;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A due instant is kept to the millisecond, however far, near or past it is. F103 F129 F130 F133. */
class DueInstantTest extends NodeFixture {
    private static final int MANY = 1000;

    private final Map<String, Boolean> ran = new ConcurrentHashMap<>();
    private final CountDownLatch allRan = new CountDownLatch(MANY);

    @Override
    void handlers(Scheduler scheduler) {
        scheduler.register("timed", context -> {
            allRan.countDown();
            return null;
        });
        scheduler.register("noted", context -> ran.put(context.taskId(), true));
    }

    @Test
    void aThousandTasksAMillisecondApartAreNeverEarly() throws InterruptedException {
        Instant first = now().plusSeconds(3);
        String prefix = newId();
        String[] lines = new String[MANY];
        for (int k = 0; k < MANY; k++) {
            OffsetDateTime due = first.plusMillis(k).atOffset(k % 2 == 0 ? ZoneOffset.UTC : ZoneOffset.ofHours(8));
            lines[k] = "{\"id\":\"" + prefix + "-" + k + "\",\"type\":\"timed\",\"runAt\":\""
                    + DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(due) + "\"}";
        }
        ax().submitLines(lines).expect(200);
        assertThat(allRan.await(60, TimeUnit.SECONDS)).isTrue();

        for (int k = 0; k < MANY; k++) {
            JsonObject task = ax().ended(prefix + "-" + k);
            assertThat(instant(task, "runAt")).isEqualTo(first.plusMillis(k));
            assertThat(instant(task, "startedAt")).isAfterOrEqualTo(first.plusMillis(k));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9999-12-31T23:59:59.999Z",
                "+275760-09-13T00:00:00Z",
                "2031-02-30T00:00:00Z",
                "2031-01-01T00:00:00",
                "tomorrow"
            })
    void instantsThatAreTooFarOrDoNotExistAreRefused(String runAt) {
        assertRefused("runAt", runAt);
    }

    @Test
    void whatIsFinerThanAMillisecondIsRoundedUp() {
        Instant whole = Instant.ofEpochSecond(now().plusSeconds(3600).getEpochSecond());
        String runAt = whole.toString().replace("Z", ".123001Z");

        assertThat(instant(ax().submit("{\"type\":\"ax.noop\",\"runAt\":\"" + runAt + "\"}"), "runAt"))
                .isEqualTo(whole.plusMillis(124));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775807ms",
                "9223372036854775000ms",
                "9007199254740993ms",
                "99999999999999999999d",
                "PT2562047788015215H",
                "3653d",
                "-1s",
                "PT-30M",
                "-2515194s"
            })
    void delaysThatAreTooLongOrNegativeAreRefused(String delay) {
        assertRefused("delay", delay);
    }

    @ParameterizedTest
    @CsvSource({
        "3650d, 315360000000",
        "240d, 20736000000",
        "30d, 2592000000",
        "2147483647ms, 2147483647",
        "2147483648ms, 2147483648",
        "4294968296ms, 4294968296",
        "1h30m, 5400000",
        "PT30M, 1800000"
    })
    void longDelaysAreKeptToTheMillisecondAndDoNotStart(String delay, long delayMs) {
        JsonObject task = ax().submit("{\"type\":\"noted\",\"delay\":\"" + delay + "\"}");

        assertThat(Duration.between(instant(task, "createdAt"), instant(task, "runAt"))
                        .toMillis())
                .isEqualTo(delayMs);
        ax().ended(ax().submit("{\"type\":\"ax.noop\",\"delay\":\"300ms\"}").getString("id")); // others still fire
        assertThat(ax().task(task.getString("id")).getString("state")).isEqualTo("PENDING");
        assertThat(ran).doesNotContainKey(task.getString("id"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"delay\":\"0s\"",
                "\"runAt\":\"1969-12-31T23:59:59Z\"",
                "\"runAt\":\"2020-01-01T00:00:00+08:00\""
            })
    void whatIsPastIsDueNow(String when) {
        JsonObject task = ax().submit("{\"type\":\"noted\"," + when + "}");

        JsonObject ended = ax().ended(task.getString("id"));
        assertThat(ended.getString("state")).isEqualTo("SUCCEEDED");
        assertThat(instant(ended, "runAt")).isEqualTo(instant(ended, "createdAt"));
    }

    /** The best of some, since a busy machine may hold up any one. */
    @Test
    void whatIsDueStartsWithin200MillisecondsOfItsSubmission() {
        long bestMs = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            String id = ax().submit("{\"type\":\"noted\",\"runAt\":\"2020-01-01T00:00:00Z\"}")
                    .getString("id");
            JsonObject ended = ax().ended(id);
            bestMs = Math.min(
                    bestMs,
                    Duration.between(instant(ended, "createdAt"), instant(ended, "startedAt"))
                            .toMillis());
        }
        assertThat(bestMs).isBetween(0L, 200L);
    }

    @Test
    void whatIsPastItsExpiryNeverRuns() {
        String past = now().minusSeconds(3600).toString();
        JsonObject task = ax().submit("{\"type\":\"noted\",\"runAt\":\"" + past + "\",\"expireAfter\":\"1s\"}");

        JsonObject ended = ax().ended(task.getString("id"));
        assertThat(ended.getString("state")).isEqualTo("EXPIRED");
        assertThat(ended.getInteger("attempt")).isZero();
        assertThat(ran).doesNotContainKey(task.getString("id"));
    }

    private void assertRefused(String field, String value) {
        Answer answer = ax().post("/v1/tasks", "{\"type\":\"ax.noop\",\"" + field + "\":\"" + value + "\"}");

        assertThat(answer.expectProblem(400).pointers()).containsExactly("/" + field);
    }

    /** The store's clock, as any client may learn it. */
    private Instant now() {
        return instant(ax().submit("{\"type\":\"ax.noop\"}"), "createdAt");
    }

    private static Instant instant(JsonObject task, String field) {
        return Instant.parse(task.getString(field));
    }
}
