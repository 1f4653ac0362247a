package dev.ax.contract;

import static dev.ax.contract.Parsing.NOW_MS;
import static dev.ax.contract.Parsing.PARSER;
import static dev.ax.contract.Parsing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the bytes are, the answer is a task or a problem, and a problem is JSON. */
class TaskParserFuzzTest {

    private static final String[] VALUES = {
        "null",
        "true",
        "-0",
        "1e400",
        "1e-99999999999",
        "\"\"",
        "\"x\"",
        "\"1h\"",
        "\"PT1H\"",
        "\"-1s\"",
        "[]",
        "[[1]]",
        "{}",
        "{\"x\":{}}",
        "\"\\ud800\"",
        "\"2026-11-30T13:01:19Z\"",
        "\"0000-01-01T00:00:00Z\"",
        "99999999999999999999",
        "2.0",
        "\"http://h/\"",
        "{\"http\":{\"url\":\"http://[::1]:80/\"}}",
        "{\"bus\":{\"address\":\"\"}}",
        "{\"maxRetries\":1}",
        "{\"a\":\"b\",\"a\":1}"
    };
    private static final String[] NAMES = {
        "id",
        "type",
        "queue",
        "payload",
        "delay",
        "runAt",
        "spread",
        "priority",
        "timeout",
        "retry",
        "target",
        "concurrencyKey",
        "expireAfter",
        "interruptible",
        "shards",
        "labels",
        "x",
        "a/~b",
        "\\u0069d",
        "\\ud800"
    };

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void neverThrows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int valid = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] body = switch (i % 3) {
                case 0 -> bytes(random);
                case 1 -> object(random);
                default -> damaged(object(random), random);
            };
            Parsed parsed = PARSER.parse(body, random.nextInt(4) == 0 ? "key" : null, NOW_MS);
            judge(parsed);
            valid += parsed instanceof Parsed.Valid ? 1 : 0;
            ParsedBatch batch = PARSER.parseBatch(body, random.nextBoolean(), NOW_MS);
            if (batch instanceof ParsedBatch.Items items) {
                items.items().forEach(TaskParserFuzzTest::judge);
            }
            ReportBody.parse("id", body);
            HeartbeatBody.parse(body);
            ActionBody.parse(body);
        }
        assertThat(valid).isPositive();
    }

    private static void judge(Parsed parsed) {
        if (parsed instanceof Parsed.Invalid invalid) {
            assertThat(JsonText.isValid(invalid.problem().toJson())).isTrue();
            assertThat(invalid.problem().errors()).isNotEmpty();
        } else {
            byte[] payload = ((Parsed.Valid) parsed).spec().payload();
            assertThat(payload == null || JsonText.isValid(payload)).isTrue();
        }
    }

    private static byte[] bytes(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] object(SplittableRandom random) {
        StringBuilder body = new StringBuilder("{\"type\":\"t\"");
        for (int n = random.nextInt(4); n > 0; n--) {
            body.append(",\"").append(NAMES[random.nextInt(NAMES.length)]).append("\":");
            body.append(VALUES[random.nextInt(VALUES.length)]);
        }
        return utf8(body.append('}').toString());
    }

    private static byte[] damaged(byte[] body, SplittableRandom random) {
        byte[] damaged = body.clone();
        for (int n = 1 + random.nextInt(3); n > 0; n--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged;
    }
}
