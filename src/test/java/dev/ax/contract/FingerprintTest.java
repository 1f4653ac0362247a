package dev.ax.contract;

import static dev.ax.contract.Parsing.NOW_MS;
import static dev.ax.contract.Parsing.PARSER;
import static dev.ax.contract.Parsing.pointers;
import static dev.ax.contract.Parsing.problem;
import static dev.ax.contract.Parsing.spec;
import static dev.ax.contract.Parsing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

    private static final String BODY =
            "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"é\",\"q\":null}]}}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"payload\":{\"y\":[1,2,{\"q\":null,\"p\":\"é\"}],\"x\":1.0},\"type\":\"t\",\"id\":\"a\"}",
                " { \"id\" : \"a\" ,\n\"type\":\t\"t\",\"payload\":{\"x\":1.0,\"y\":[ 1,2, {\"p\":\"é\",\"q\":null} ]}}\r\n",
                "{\"id\":\"a\",\"type\":\"\\u0074\",\"p\\u0061yload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"\\u00e9\",\"q\":null}]}}",
                "{\"id\":\"another\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"é\",\"q\":null}]}}",
                "{\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"é\",\"q\":null}]}}",
            })
    void orderOfMembersWhiteSpaceEscapesAndIdMakeNoDifference(String body) {
        assertThat(hash(body)).isEqualTo(hash(BODY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1,\"y\":[1,2,{\"p\":\"é\",\"q\":null}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.00,\"y\":[1,2,{\"p\":\"é\",\"q\":null}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[2,1,{\"p\":\"é\",\"q\":null}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"e\",\"q\":null}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":null,\"q\":\"é\"}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"é\"}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":\"1.0\",\"y\":[1,2,{\"p\":\"é\",\"q\":null}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"é\",\"q\":\"null\"}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"priority\":2,\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"é\",\"q\":null}]}}",
                "{\"id\":\"a\",\"type\":\"t\",\"payload\":{\"x\":1.0,\"y\":[1,2,{\"p\":\"é\",\"q\":null}],\"id\":1}}",
            })
    void anotherValueAnotherOrderOfElementsANumberWrittenOtherwiseOrADefaultSpelledOutIsADifference(String body) {
        assertThat(hash(body)).isNotEqualTo(hash(BODY));
    }

    @Test
    void theHeaderStandsForTheIdInTheBody() {
        String without = BODY.replace("\"id\":\"a\",", "");
        long byHeader = spec(PARSER.parse(utf8(without), "\"a\"", NOW_MS)).fingerprint();
        assertThat(byHeader).isEqualTo(hash(BODY));
    }

    @Test
    void staysTheSameFromReleaseToRelease() {
        assertThat(hash(BODY)).isEqualTo(PINNED_BODY);
        assertThat(hash("{\"type\":\"t\",\"payload\":\"\\ud800 longer than eight bytes\"}"))
                .isEqualTo(PINNED_SURROGATE);
    }

    @Test
    void doesNotDependOnTheInstant() {
        String body = "{\"type\":\"t\",\"delay\":\"1h\"}";
        assertThat(spec(PARSER.parse(utf8(body), null, NOW_MS + 1)).fingerprint())
                .isEqualTo(hash(body));
    }

    @Test
    void smallDifferencesNeverMeet() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < 300; j++) {
                assertThat(seen.add(hash("{\"type\":\"t\",\"payload\":{\"a\":" + i + ",\"b\":" + j + "}}")))
                        .isTrue();
            }
        }
    }

    @Test
    void namesThatComeTwiceAreFaultsAtAnyDepth() {
        Problem problem =
                problem("{\"type\":\"t\",\"type\":\"t\",\"payload\":{\"a\":[0,{\"x/y\":1,\"x\\/y\":2}],\"b\":{}},"
                        + "\"labels\":{\"k\":\"1\",\"\\u006b\":\"2\"}}");
        assertThat(pointers(problem)).containsExactlyInAnyOrder("/type", "/payload/a/1/x~1y", "/labels/k");
    }

    @Test
    void aNameThatComesTwiceAmongManyIsFound() {
        StringBuilder payload = new StringBuilder("{\"type\":\"t\",\"payload\":{\"n17\":0");
        for (int i = 0; i < 2_000; i++) {
            payload.append(",\"n").append(i).append("\":").append(i);
        }
        assertThat(pointers(problem(payload + "}}"))).containsExactly("/payload/n17");
    }

    private static long hash(String body) {
        return spec(body).fingerprint();
    }

    private static final long PINNED_BODY = 2172698347329835894L;
    private static final long PINNED_SURROGATE = -4900065589059146282L;
}
