package dev.ax.contract;

import static dev.ax.contract.Parsing.parse;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code openapi.yaml} and the code say the same. */
class OpenApiTest {

    /** Members beside {@code type}, where schema and parser must both say yes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"id\":\"order:close:123456\"",
                "\"id\":\"0123\"",
                "\"id\":\"a@b+c=d\"",
                "\"queue\":\"q._-9\"",
                "\"payload\":null",
                "\"payload\":[1,{\"a\":\"\\u0000\"}]",
                "\"payload\":1e400",
                "\"delay\":\"0s\"",
                "\"delay\":\"250ms\"",
                "\"delay\":\"1d2h3m4s5ms\"",
                "\"delay\":\"1h30m\"",
                "\"delay\":\"5m5ms\"",
                "\"delay\":\"PT30M\"",
                "\"delay\":\"P1W2DT3H4M5.678S\"",
                "\"delay\":\"P1D\"",
                "\"delay\":\"PT0.0001S\"",
                "\"runAt\":\"2026-11-30T13:01:19.123Z\"",
                "\"runAt\":\"2026-11-30t13:01:19z\"",
                "\"runAt\":\"2026-11-30T13:01:19.123456+08:00\"",
                "\"runAt\":\"0000-01-01T00:00:00-23:59\"",
                "\"spread\":0",
                "\"spread\":1",
                "\"spread\":0.25",
                "\"priority\":0",
                "\"priority\":4",
                "\"priority\":2.0",
                "\"timeout\":\"100ms\"",
                "\"timeout\":\"24h\"",
                "\"retry\":{}",
                "\"retry\":{\"maxRetries\":1000,\"multiplier\":10}",
                "\"retry\":{\"initialDelay\":\"7d\",\"maxDelay\":\"30d\",\"jitter\":1,\"maxLost\":100}",
                "\"target\":{\"http\":{\"url\":\"https://example.com:8443/a?b=c\"}}",
                "\"target\":{\"http\":{\"url\":\"HTTP://[2001:db8::1]/\",\"method\":\"PUT\",\"headers\":{\"X-A\":\"a b\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h\",\"headers\":{\"Authorization\":\"Bearer ${secret:k}\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h\",\"headers\":{\"Hostile\":\"\",\"Axe\":\"\",\"Text\":\"\"}}}",
                "\"target\":{\"bus\":{\"address\":\"orders.close\"}}",
                "\"expireAfter\":\"1ms\"",
                "\"interruptible\":false",
                "\"labels\":{}",
                "\"labels\":{\"a._-Z9\":\"订单关闭😀\",\"b\":\"\"}",
                "\"delay\":\"1s\",\"spread\":0.5,\"priority\":1,\"expireAfter\":\"1h\""
            })
    void bothTake(String members) {
        String body = "{\"type\":\"t\"," + members + "}";
        assertThat(parse(body)).isInstanceOf(Parsed.Valid.class);
        assertThat(Contract.faultsOf("TaskSubmission", body)).isEmpty();
    }

    /** Members beside {@code type}, where schema and parser must both say no. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"id\":\"\"",
                "\"id\":\"a b\"",
                "\"id\":\".x\"",
                "\"id\":\"a~1\"",
                "\"id\":null",
                "\"id\":1",
                "\"id\":\"a*b\"",
                "\"queue\":\"a:b\"",
                "\"queue\":\"\"",
                "\"queue\":null",
                "\"delay\":1",
                "\"delay\":\"1\"",
                "\"delay\":\"1.5s\"",
                "\"delay\":\"30m1h\"",
                "\"delay\":\"-1s\"",
                "\"delay\":\"PT-30M\"",
                "\"delay\":\"PT\"",
                "\"delay\":\"P\"",
                "\"delay\":\"P1Y\"",
                "\"delay\":\"P1DT\"",
                "\"delay\":\"1s1s\"",
                "\"delay\":null",
                "\"delay\":\"\"",
                "\"runAt\":\"2026-11-30\"",
                "\"runAt\":\"2026-11-30T13:01:19\"",
                "\"runAt\":\"2026-11-30T24:00:00Z\"",
                "\"runAt\":\"2026-13-01T00:00:00Z\"",
                "\"runAt\":\"+275760-09-13T00:00:00Z\"",
                "\"runAt\":1796043600000",
                "\"runAt\":\"2026-11-30T13:01:19+24:00\"",
                "\"runAt\":\"2026-11-30T13:01:60Z\"",
                "\"delay\":\"1s\",\"runAt\":\"2026-11-30T13:01:19Z\"",
                "\"spread\":1.1",
                "\"spread\":-0.1",
                "\"spread\":\"1\"",
                "\"spread\":null",
                "\"priority\":-1",
                "\"priority\":5",
                "\"priority\":2.5",
                "\"priority\":\"high\"",
                "\"priority\":null",
                "\"timeout\":60",
                "\"timeout\":null",
                "\"retry\":null",
                "\"retry\":3",
                "\"retry\":{\"maxRetries\":1001}",
                "\"retry\":{\"maxRetries\":-1}",
                "\"retry\":{\"multiplier\":0.9}",
                "\"retry\":{\"multiplier\":11}",
                "\"retry\":{\"jitter\":1.01}",
                "\"retry\":{\"maxLost\":101}",
                "\"retry\":{\"max\":1}",
                "\"retry\":{\"initialDelay\":\"x\"}",
                "\"retryPolicy\":{}",
                "\"target\":null",
                "\"target\":{}",
                "\"target\":{\"http\":{}}",
                "\"target\":{\"bus\":{}}",
                "\"target\":{\"x\":{}}",
                "\"target\":{\"http\":{\"url\":\"ftp://h/\"}}",
                "\"target\":{\"http\":{\"url\":\"/x\"}}",
                "\"target\":{\"http\":{\"url\":\"http://u:p@h/\"}}",
                "\"target\":{\"http\":{\"url\":\"http://\"}}",
                "\"target\":{\"http\":{\"url\":\"http://h/ x\"}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"x\":1}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"method\":\"GET\"}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"Host\":\"x\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"content-length\":\"1\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"Webhook-Id\":\"1\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"AX-Token\":\"1\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"TE\":\"x\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"a b\":\"x\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"X\":\"é\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"X\":\"a\\r\\nb\"}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"X\":1}}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\"},\"bus\":{\"address\":\"a\"}}",
                "\"target\":{\"bus\":{\"address\":\"\"}}",
                "\"expireAfter\":null",
                "\"expireAfter\":\"never\"",
                "\"interruptible\":\"true\"",
                "\"interruptible\":null",
                "\"labels\":null",
                "\"labels\":{\"名称\":\"x\"}",
                "\"labels\":{\"\":\"x\"}",
                "\"labels\":{\"a\":1}",
                "\"labels\":[]",
                "\"prioritty\":1",
                "\"state\":\"PENDING\"",
                "\"concurrencyKey\":\"k\"",
                "\"shards\":2"
            })
    void bothRefuse(String members) {
        String body = "{\"type\":\"t\"," + members + "}";
        assertThat(parse(body)).isInstanceOf(Parsed.Invalid.class);
        assertThat(Contract.faultsOf("TaskSubmission", body)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"type\":\"\"}", "{\"type\":null}", "{\"type\":\"a b\"}", "[]", "null", "\"t\""})
    void bothRefuseATaskWithoutAType(String body) {
        assertThat(parse(body)).isInstanceOf(Parsed.Invalid.class);
        assertThat(Contract.faultsOf("TaskSubmission", body)).isNotEmpty();
    }

    @Test
    void bothDrawTheSameLinesOfLength() {
        for (int length : new int[] {63, 64, 100, 101, 200, 201}) {
            String text = "x".repeat(length);
            for (String members : new String[] {
                "\"id\":\"" + text + "\"",
                "\"queue\":\"" + text + "\"",
                "\"labels\":{\"" + text + "\":\"\"}",
                "\"labels\":{\"a\":\"" + text + "\"}",
                "\"labels\":{\"a\":\"" + text.replace("x", "😀") + "\"}",
                "\"target\":{\"bus\":{\"address\":\"" + text + "\"}}",
                "\"target\":{\"http\":{\"url\":\"http://h/\",\"headers\":{\"" + text + "\":\"\"}}}"
            }) {
                String body = "{\"type\":\"t\"," + members + "}";
                boolean taken = parse(body) instanceof Parsed.Valid;
                assertThat(Contract.faultsOf("TaskSubmission", body).isEmpty())
                        .as(body)
                        .isEqualTo(taken);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"token\":1,\"status\":\"SUCCEEDED\"}",
                "{\"token\":9007199254740991,\"status\":\"FAILED\",\"error\":\"e\",\"permanent\":true,\"logUrl\":\"http://h/\"}",
                "{\"token\":1,\"status\":\"SUCCEEDED\",\"result\":null}",
                "{\"token\":0,\"status\":\"FAILED\"}",
                "{\"token\":9007199254740992,\"status\":\"FAILED\"}",
                "{\"token\":\"1\",\"status\":\"FAILED\"}",
                "{\"token\":1}",
                "{\"status\":\"FAILED\"}",
                "{\"token\":1,\"status\":\"LOST\"}",
                "{\"token\":1,\"status\":\"FAILED\",\"error\":null}",
                "{\"token\":1,\"status\":\"FAILED\",\"logUrl\":\"javascript:alert(1)\"}",
                "{\"token\":1,\"status\":\"FAILED\",\"x\":1}",
                "{}",
                "[]"
            })
    void bothJudgeReportsAlike(String body) {
        boolean taken = ReportBody.parse("id", Parsing.utf8(body)) instanceof Input.Valid;
        assertThat(Contract.faultsOf("Report", body).isEmpty()).isEqualTo(taken);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"token\":1}",
                "{\"token\":1,\"progress\":0.5,\"note\":\"n\",\"logUrl\":\"https://h/\"}",
                "{\"token\":1,\"progress\":1.5}",
                "{\"token\":1,\"progress\":null}",
                "{}",
                "{\"token\":1,\"note\":1}",
                "{\"token\":1,\"x\":1}"
            })
    void bothJudgeHeartbeatsAlike(String body) {
        boolean taken = HeartbeatBody.parse(Parsing.utf8(body)) instanceof Input.Valid;
        assertThat(Contract.faultsOf("Heartbeat", body).isEmpty()).isEqualTo(taken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"reason\":\"r\"}", "{\"reason\":null}", "{\"reason\":1}", "{\"x\":1}", "[]"})
    void bothJudgeActionsAlike(String body) {
        boolean taken = ActionBody.parse(Parsing.utf8(body)) instanceof Input.Valid;
        assertThat(Contract.faultsOf("Action", body).isEmpty()).isEqualTo(taken);
    }

    @Test
    void everyProblemTypeIsNamed() {
        JsonArray named = Contract.document()
                .getJsonObject("components")
                .getJsonObject("schemas")
                .getJsonObject("Problem")
                .getJsonObject("properties")
                .getJsonObject("type")
                .getJsonArray("enum");
        Set<String> used = new TreeSet<>();
        Arrays.stream(ProblemType.values()).forEach(type -> used.add(type.uri()));
        Set<String> inContract = new TreeSet<>();
        named.forEach(uri -> inContract.add(uri.toString()));
        assertThat(inContract).isEqualTo(used);
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        check(Contract.document());
    }

    private static void check(Object node) {
        if (node instanceof JsonObject object) {
            if (object.getValue("$ref") instanceof String reference) {
                Object target = Contract.document();
                for (String step : reference.substring(2).split("/", -1)) {
                    target = ((JsonObject) target).getValue(step);
                }
                assertThat(target).as(reference).isNotNull();
            }
            object.forEach(member -> check(member.getValue()));
        } else if (node instanceof JsonArray array) {
            array.forEach(OpenApiTest::check);
        }
    }
}
