package dev.ax.contract;

import static dev.ax.contract.Parsing.LIMITS;
import static dev.ax.contract.Parsing.NOW_MS;
import static dev.ax.contract.Parsing.PARSER;
import static dev.ax.contract.Parsing.parse;
import static dev.ax.contract.Parsing.pointers;
import static dev.ax.contract.Parsing.pointersWith;
import static dev.ax.contract.Parsing.problem;
import static dev.ax.contract.Parsing.spec;
import static dev.ax.contract.Parsing.specWith;
import static dev.ax.contract.Parsing.text;
import static dev.ax.contract.Parsing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.RetryPolicy;
import dev.ax.task.Target;
import dev.ax.task.TaskSpec;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskParserTest {

    private static final long DAY_MS = 86_400_000;

    @Test
    void aTypeIsEnoughAndTheRestHasDefaults() {
        TaskSpec spec = spec("{\"type\":\"t\"}");
        assertThat(spec.id()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(spec.queue()).isEqualTo("default");
        assertThat(spec.payload()).isNull();
        assertThat(spec.createdAtMs()).isEqualTo(NOW_MS);
        assertThat(spec.runAtMs()).isEqualTo(NOW_MS);
        assertThat(spec.priority()).isEqualTo(2);
        assertThat(spec.timeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(spec.retry()).isEqualTo(RetryPolicy.DEFAULT);
        assertThat(spec.target()).isEqualTo(Target.Handler.INSTANCE);
        assertThat(spec.expireAfter()).isNull();
        assertThat(spec.interruptible()).isTrue();
        assertThat(spec.labels()).isEmpty();
    }

    @Test
    void readsEveryField() {
        TaskSpec spec = spec(
                "{\"id\":\"order:close:123456\",\"type\":\"order.close\",\"queue\":\"orders\",\"payload\":{\"n\":1},"
                        + "\"delay\":\"30m\",\"priority\":0,\"timeout\":\"5s\",\"retry\":{\"maxRetries\":7,\"initialDelay\":\"1s\","
                        + "\"multiplier\":1.5,\"maxDelay\":\"PT1M\",\"jitter\":0,\"maxLost\":1},\"target\":{\"http\":{\"url\":"
                        + "\"https://example.com/hook?a=b\",\"method\":\"PUT\",\"headers\":{\"Authorization\":\"Bearer ${secret:key}\"}}},"
                        + "\"expireAfter\":\"1h\",\"interruptible\":false,\"labels\":{\"tenant\":\"acme\"}}");
        assertThat(spec.id()).isEqualTo("order:close:123456");
        assertThat(spec.type()).isEqualTo("order.close");
        assertThat(spec.queue()).isEqualTo("orders");
        assertThat(text(spec.payload())).isEqualTo("{\"n\":1}");
        assertThat(spec.runAtMs()).isEqualTo(NOW_MS + 1_800_000);
        assertThat(spec.priority()).isZero();
        assertThat(spec.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(spec.retry()).isEqualTo(new RetryPolicy(7, Duration.ofSeconds(1), 1.5, Duration.ofMinutes(1), 0, 1));
        assertThat(spec.target())
                .isEqualTo(new Target.Http(
                        "https://example.com/hook?a=b", "PUT", Map.of("Authorization", "Bearer ${secret:key}")));
        assertThat(spec.expireAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(spec.interruptible()).isFalse();
        assertThat(spec.labels()).containsExactly(Map.entry("tenant", "acme"));
    }

    @Test
    void aPolicyThatNamesAPartKeepsTheOtherDefaults() {
        assertThat(specWith("\"retry\":{\"maxRetries\":0}").retry())
                .isEqualTo(new RetryPolicy(0, Duration.ofSeconds(10), 2, Duration.ofHours(1), 0.2, 5));
    }

    @Test
    void aBusAddressIsATarget() {
        assertThat(specWith("\"target\":{\"bus\":{\"address\":\"orders.close\"}}")
                        .target())
                .isEqualTo(new Target.Bus("orders.close"));
    }

    @Test
    void everyFaultIsListedNotOnlyTheFirst() { // F128
        Problem problem = problem(
                "{\"type\":\"t\",\"priority\":9,\"delay\":\"1s\",\"runAt\":\"2027-01-01T00:00:00Z\",\"prioritty\":1}");
        assertThat(problem.status()).isEqualTo(400);
        assertThat(pointers(problem)).containsExactlyInAnyOrder("/priority", "/runAt", "/prioritty");
        assertThat(problem.errors())
                .allSatisfy(fault -> assertThat(fault.detail()).isNotBlank());
    }

    @Test
    void faultsOfEveryKindStandTogether() {
        Problem problem =
                problem("{\"id\":\"a b\",\"queue\":\"\",\"delay\":\"-1s\",\"spread\":2,\"timeout\":\"1ms\",\"retry\":"
                        + "{\"maxRetries\":1001,\"initialDelay\":\"8d\",\"multiplier\":0.5,\"maxDelay\":\"31d\",\"jitter\":\"x\",\"maxLost\":-1,"
                        + "\"max\":1},\"target\":{\"http\":{\"method\":\"GET\",\"headers\":{\"Host\":\"x\"}},\"x\":1},\"expireAfter\":null,"
                        + "\"interruptible\":1,\"labels\":{\"a b\":\"1\",\"c\":1},\"a/b~c\":{\"x\":[1]}}");
        assertThat(pointers(problem))
                .containsExactlyInAnyOrder(
                        "/id",
                        "/queue",
                        "/delay",
                        "/spread",
                        "/timeout",
                        "/retry/maxRetries",
                        "/retry/initialDelay",
                        "/retry/multiplier",
                        "/retry/maxDelay",
                        "/retry/jitter",
                        "/retry/maxLost",
                        "/retry/max",
                        "/target/http/method",
                        "/target/http/headers/Host",
                        "/target/http/url",
                        "/target/x",
                        "/expireAfter",
                        "/interruptible",
                        "/labels/a b",
                        "/labels/c",
                        "/a~1b~0c",
                        "/type");
    }

    @Test
    void aBodyOfNothingButFaultsGetsABoundedAnswer() {
        StringBuilder body = new StringBuilder("{\"type\":\"t\"");
        for (int i = 0; i < 20_000; i++) {
            body.append(",\"x").append(i).append("\":1");
        }
        assertThat(problem(body + "}").errors()).hasSize(Faults.MOST + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "5",
                "2.5",
                "\"high\"",
                "null",
                "1e999999999",
                "1e-999999999",
                "123456789012345678901234567890",
                "[]",
                "{}",
                "true"
            })
    void aPriorityOutsideZeroToFourIsAFault(String priority) { // F84
        assertThat(pointersWith("\"priority\":" + priority)).containsExactly("/priority");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "4,4", "-0,0", "2.0,2", "1e0,1", "0.3e1,3", "40E-1,4"})
    void anIntegerMayBeWrittenInAnyWay(String literal, int priority) {
        assertThat(specWith("\"priority\":" + literal).priority()).isEqualTo(priority);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":130775545883395173,\"b\":15947634569000323,\"c\":9007199254740993,\"d\":0.10,\"e\":1e400,\"f\":-0,"
                        + "\"g\":12345678901234567890123}",
                "null",
                "0",
                "\"\"",
                "[ 1 ,\n2 ]",
                "\"\\u0000\\u0007\\uFFFF\\uD800\"",
                "{\"备注\":\"测试 – ñ – 👨‍👩‍👧\"}",
                "\"\\/\"",
                "1E+05"
            })
    void aPayloadIsKeptByteForByte(String payload) { // F94, F97, F102
        assertThat(text(specWith("\"payload\": \t" + payload + " ").payload())).isEqualTo(payload);
        Parsed line = ((ParsedBatch.Items)
                        PARSER.parseBatch(utf8("[{\"payload\":" + payload + ",\"type\":\"t\"}]"), false, NOW_MS))
                .items()
                .get(0);
        assertThat(text(spec(line).payload())).isEqualTo(payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {"order:close:123456", "order:close", "123", "0123", "a@b+c=d", "x"})
    void anIdMayLookLikeThis(String id) { // F95
        assertThat(specWith("\"id\":\"" + id + "\"").id()).isEqualTo(id);
        assertThat(spec(PARSER.parse(utf8("{\"type\":\"t\"}"), id, NOW_MS)).id())
                .isEqualTo(id);
        assertThat(spec(PARSER.parse(utf8("{\"type\":\"t\"}"), '"' + id + '"', NOW_MS))
                        .id())
                .isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a*b", "[x]", "{tag}", "a~1", ".x", "", "a b", "a\\u0000", "名", "a/b", "-x"})
    void anIdMayNotLookLikeThat(String id) { // F95
        assertThat(pointersWith("\"id\":\"" + id + "\"")).containsExactly("/id");
        assertThat(pointers(problem(PARSER.parse(utf8("{\"type\":\"t\"}"), id, NOW_MS))))
                .containsExactly("/id");
    }

    @Test
    void anIdOf201CharactersIsTooLong() { // F95
        assertThat(specWith("\"id\":\"" + "x".repeat(200) + "\"").id()).hasSize(200);
        assertThat(pointersWith("\"id\":\"" + "x".repeat(201) + "\"")).containsExactly("/id");
    }

    @Test
    void theIdInTheBodyHoldsAgainstTheHeader() {
        assertThat(spec(PARSER.parse(utf8("{\"type\":\"t\",\"id\":\"a\"}"), "b", NOW_MS))
                        .id())
                .isEqualTo("a");
    }

    @Test
    void anInvalidTaskIsToldByItsIdWhereItHasOne() {
        assertThat(((Parsed.Invalid) parse("{\"id\":\"a\",\"priority\":9}")).id())
                .isEqualTo("a");
        assertThat(((Parsed.Invalid) parse("{\"id\":7}")).id()).isNull();
        assertThat(((Parsed.Invalid) parse("{\"id\":\"a\"")).id()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536})
    void aPayloadOfUpTo64KiBIsTaken(int bytes) { // F99
        assertThat(specWith("\"payload\":\"" + "x".repeat(bytes - 2) + "\"").payload())
                .hasSize(bytes);
    }

    @Test
    void aLargerPayloadIsTooLargeAndBytesCountNotCharacters() { // F99
        Problem ascii = problem("{\"type\":\"t\",\"payload\":\"" + "x".repeat(65_535) + "\"}");
        Problem chinese = problem("{\"type\":\"t\",\"payload\":\"" + "中".repeat(22_000) + "\"}");
        assertThat(ascii.status()).isEqualTo(413);
        assertThat(chinese.status()).isEqualTo(413);
        assertThat(pointers(chinese)).containsExactly("/payload");
    }

    @Test
    void aBodyThatIsFarTooLargeIsNotLookedAt() { // F99
        assertThat(problem(PARSER.parse(new byte[64 * 1024 * 1024], null, NOW_MS))
                        .status())
                .isEqualTo(413);
    }

    @Test
    void textInAnyLanguageStaysWhatItIs() { // F102
        assertThat(specWith("\"labels\":{\"name\":\"订单关闭😀\"}").labels()).containsEntry("name", "订单关闭😀");
        assertThat(pointersWith("\"labels\":{\"名称\":\"x\"}")).containsExactly("/labels/名称");
    }

    @Test
    void labelValuesCountCharactersNotUtf16() {
        assertThat(specWith("\"labels\":{\"a\":\"" + "😀".repeat(200) + "\"}").labels())
                .hasSize(1);
        assertThat(pointersWith("\"labels\":{\"a\":\"" + "😀".repeat(201) + "\"}"))
                .containsExactly("/labels/a");
    }

    @Test
    void seventeenLabelsAreTooMany() {
        StringBuilder labels = new StringBuilder("\"l0\":\"\"");
        for (int i = 1; i < 17; i++) {
            assertThat(specWith("\"labels\":{" + labels + "}").labels()).hasSize(i);
            labels.append(",\"l").append(i).append("\":\"\"");
        }
        assertThat(pointersWith("\"labels\":{" + labels + "}")).containsExactly("/labels");
    }

    @Test
    void aDueInstantKeepsItsMillisecondAndIsNeverEarly() { // F103
        assertThat(specWith("\"runAt\":\"2026-11-30T21:01:19.123+08:00\"").runAtMs())
                .isEqualTo(NOW_MS + 79_123);
        assertThat(specWith("\"runAt\":\"2026-11-30T13:01:19.123456Z\"").runAtMs())
                .isEqualTo(NOW_MS + 79_124);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9999-12-31T23:59:59.999Z",
                "+275760-09-13T00:00:00Z",
                "2026-02-30T00:00:00Z",
                "2036-11-27T13:00:00.0000001Z"
            })
    void aDueInstantThatIsTooFarOrDoesNotExistIsAFault(String runAt) { // F103
        assertThat(pointersWith("\"runAt\":\"" + runAt + "\"")).containsExactly("/runAt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775807ms", "9223372036854775000ms", "9007199254740993ms", "99999999999999999999d",
                "PT2562047788015215H", "3653d", "3650d1ms", "P522W"
            })
    void aDelayOfMoreThan3650DaysIsAFaultAndNeverOverflows(String delay) { // F129
        assertThat(pointersWith("\"delay\":\"" + delay + "\"")).containsExactly("/delay");
    }

    @ParameterizedTest
    @CsvSource({
        "3650d, 315360000000", "240d, 20736000000", "2147483647ms, 2147483647", "2147483648ms, 2147483648",
        "4294968296ms, 4294968296", "30d, 2592000000", "2592000s, 2592000000", "0s, 0"
    })
    void aLongDelayIsKeptToTheMillisecond(String delay, long ms) { // F129, F130
        assertThat(specWith("\"delay\":\"" + delay + "\"").runAtMs()).isEqualTo(NOW_MS + ms);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1s", "PT-30M", "-2515194s"})
    void aNegativeDelayIsAFault(String delay) { // F133
        assertThat(problem("{\"type\":\"t\",\"delay\":\"" + delay + "\"}").errors())
                .containsExactly(new Fault("/delay", "must not be negative"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-30T13:00:00Z", "1969-12-31T23:59:59Z", "2026-11-30T13:00:00Z"})
    void aPastInstantMeansNow(String runAt) { // F133
        assertThat(specWith("\"runAt\":\"" + runAt + "\"").runAtMs()).isEqualTo(NOW_MS);
    }

    @Test
    void aPastInstantIsKeptWhereItMayExpire() { // F133
        TaskSpec spec = specWith("\"runAt\":\"2025-11-30T13:00:00Z\",\"expireAfter\":\"1s\"");
        assertThat(spec.runAtMs()).isEqualTo(NOW_MS - 365 * DAY_MS);
    }

    @Test
    void spreadAddsOnceUpToItsShareOfTheDelay() {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 1_000; i++) {
            long added = specWith("\"delay\":\"100s\",\"spread\":0.5").runAtMs() - NOW_MS - 100_000;
            least = Math.min(least, added);
            most = Math.max(most, added);
        }
        assertThat(least).isBetween(0L, 1_000L);
        assertThat(most).isBetween(49_000L, 50_000L);
        assertThat(specWith("\"spread\":1").runAtMs()).isEqualTo(NOW_MS);
    }

    @Test
    void theDefaultSpreadHoldsUnlessATaskSaysOtherwise() {
        TaskParser spreading =
                new TaskParser(new TaskDefaults(RetryPolicy.DEFAULT, 1), LIMITS, new SplittableRandom(3));
        byte[] plain = utf8("{\"type\":\"t\",\"delay\":\"1h\"}");
        byte[] exact = utf8("{\"type\":\"t\",\"delay\":\"1h\",\"spread\":0}");
        assertThat(spec(spreading.parse(plain, null, NOW_MS)).runAtMs())
                .isBetween(NOW_MS + 3_600_001, NOW_MS + 7_200_000);
        assertThat(spec(spreading.parse(exact, null, NOW_MS)).runAtMs()).isEqualTo(NOW_MS + 3_600_000);
    }

    @Test
    void whatThisReleaseDoesNotRunIsRefusedAndNotIgnored() {
        assertThat(problem("{\"type\":\"t\",\"concurrencyKey\":\"k\"}").errors())
                .containsExactly(new Fault("/concurrencyKey", "is not supported by this release yet: leave it out"));
        assertThat(problem("{\"type\":\"t\",\"shards\":2}").errors())
                .containsExactly(new Fault("/shards", "is not supported by this release yet: leave it out"));
        assertThat(pointersWith("\"shards\":1")).containsExactly("/shards");
        assertThat(pointersWith("\"concurrencyKey\":\"a b\"")).containsExactly("/concurrencyKey");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://example.com/",
                "file:///etc/passwd",
                "gopher://x",
                "/relative",
                "example.com",
                "",
                "http://",
                "http:///path",
                "http://user:pw@host/",
                "http://10.0.0.1@evil.example",
                "http://a b/",
                "http://ex\\u00e4mple.com/",
                "http://host:0/",
                "http://host:65536/",
                "http://127.1",
                "http:host",
                "http://h/\\u0000",
                "mailto:a@b"
            })
    void aUrlMustBeAbsoluteHttpWithoutUser(String url) {
        assertThat(pointersWith("\"target\":{\"http\":{\"url\":\"" + url + "\"}}"))
                .containsExactly("/target/http/url");
    }

    @Test
    void aUrlThatMayNotBeCalledIsAFaultOfTheUrl() {
        TaskParser strict = new TaskParser(
                new TaskDefaults(RetryPolicy.DEFAULT, 0),
                LIMITS,
                new SplittableRandom(1),
                url -> url.contains("169.254.") ? "leads to a metadata address" : null);
        byte[] body = utf8("{\"type\":\"t\",\"target\":{\"http\":{\"url\":\"http://169.254.169.254/\"}}}");
        assertThat(problem(strict.parse(body, null, NOW_MS)).errors())
                .containsExactly(new Fault("/target/http/url", "leads to a metadata address"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "host",
                "Content-Length",
                "Transfer-Encoding",
                "Connection",
                "webhook-id",
                "Webhook-Signature",
                "Ax-Token",
                "ax-attempt",
                "a b",
                "",
                "a:b",
                "é",
                "TE",
                "Upgrade"
            })
    void aHeaderThatBelongsToAxOrTheConnectionIsAFault(String name) {
        assertThat(pointersWith("\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"" + name + "\":\"x\"}}}"))
                .containsExactly("/target/http/headers/" + name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\\r\\nX: y", "a\\n", "\\u0000", "é", "${secret:", "${secret:}", "${secret:a b}", "\\u007f"})
    void aHeaderValueCannotForgeALineOrNameNoSecret(String value) {
        assertThat(pointersWith("\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"X\":\"" + value + "\"}}}"))
                .containsExactly("/target/http/headers/X");
    }

    @Test
    void headersDoNotDifferByCase() {
        assertThat(pointersWith(
                        "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"X-A\":\"1\",\"x-a\":\"2\"}}}"))
                .containsExactly("/target/http/headers/x-a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"http\":{\"url\":\"http://h/\"},\"bus\":{\"address\":\"a\"}}"})
    void aTargetIsExactlyOne(String target) {
        assertThat(pointersWith("\"target\":" + target)).containsExactly("/target");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "1", "\"x\""})
    void aBodyMustBeAnObject(String body) {
        assertThat(problem(body).errors()).extracting(Fault::pointer).containsExactly("");
    }

    @Test
    void anEmptyBodyStandsForAnEmptyObject() {
        assertThat(pointers(problem(""))).containsExactly("/type");
        assertThat(pointers(problem(PARSER.parse((JsonObject) null, NOW_MS)))).containsExactly("/type");
    }

    @Test
    void halfASurrogatePairIsNoText() {
        assertThat(pointersWith("\"labels\":{\"a\":\"\\ud800\"}")).containsExactly("/labels/a");
    }

    @Test
    void anObjectFromTheBusIsReadLikeABody() {
        JsonObject body = new JsonObject()
                .put("type", "t")
                .put("payload", new JsonObject().put("n", 130775545883395173L))
                .put("delay", Duration.ofMinutes(30).toString());
        TaskSpec spec = spec(PARSER.parse(body, NOW_MS));
        assertThat(text(spec.payload())).isEqualTo("{\"n\":130775545883395173}");
        assertThat(spec.runAtMs()).isEqualTo(NOW_MS + 1_800_000);
        assertThat(problem(PARSER.parse(new JsonObject().put("type", new Object()), NOW_MS))
                        .status())
                .isEqualTo(400);
    }
}
