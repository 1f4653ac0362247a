package dev.ax.contract;

import static dev.ax.contract.Parsing.NOW_MS;
import static dev.ax.contract.Parsing.PARSER;
import static dev.ax.contract.Parsing.problem;
import static dev.ax.contract.Parsing.spec;
import static dev.ax.contract.Parsing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTest {

    @Test
    void oneBadItemSpoilsNoOther() {
        List<Parsed> items = items(
                "[{\"id\":\"a\",\"type\":\"t\"},{\"id\":\"b\",\"priority\":9,\"type\":\"t\"}, 7 ,{\"id\":\"a\",\"type\":\"t\"}]",
                false);
        assertThat(items).hasSize(4);
        assertThat(spec(items.get(0)).id()).isEqualTo("a");
        assertThat(problem(items.get(1)).errors()).extracting(Fault::pointer).containsExactly("/priority");
        assertThat(problem(items.get(2)).status()).isEqualTo(400);
        assertThat(spec(items.get(3)).id()).isEqualTo("a");
    }

    @Test
    void aMalformedLineIsOneBadItemAndBlankLinesAreNone() {
        List<Parsed> items =
                items("{\"type\":\"t\",\"id\":\"a\"}\r\n\n  \t\n{\"type\":\n{}\n{\"type\":\"t\",\"id\":\"b\"}", true);
        assertThat(items).hasSize(4);
        assertThat(spec(items.get(0)).id()).isEqualTo("a");
        assertThat(problem(items.get(1)).status()).isEqualTo(400);
        assertThat(problem(items.get(2)).errors()).extracting(Fault::pointer).containsExactly("/type");
        assertThat(spec(items.get(3)).id()).isEqualTo("b");
    }

    @Test
    void tenThousandLinesWithTenMalformedOnesKeepTheirPlaces() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            lines.append(i % 1_000 == 500 ? "{\"type\":" : "{\"type\":\"t\",\"id\":\"n" + i + "\"}")
                    .append('\n');
        }
        List<Parsed> items = items(lines.toString(), true);
        assertThat(items).hasSize(10_000);
        for (int i = 0; i < 10_000; i++) {
            assertThat(items.get(i)).isInstanceOf(i % 1_000 == 500 ? Parsed.Invalid.class : Parsed.Valid.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "[", "[{\"type\":\"t\"},]", "[{\"type\":\"t\"}", "[]x", "null", "[{\"type\":\"t\"} {}]"
            })
    void anArrayThatIsNotJsonIsRefusedAsAWhole(String body) {
        assertThat(refused(body, false).status()).isEqualTo(400);
    }

    @Test
    void anEmptyBatchIsNothingToDo() {
        assertThat(items("[]", false)).isEmpty();
        assertThat(items("", true)).isEmpty();
    }

    @Test
    void moreThanTenThousandTasksAreTooMany() { // F99
        String item = "{\"type\":\"t\"}";
        assertThat(items("[" + (item + ",").repeat(9_999) + item + "]", false)).hasSize(10_000);
        assertThat(refused("[" + (item + ",").repeat(10_000) + item + "]", false)
                        .status())
                .isEqualTo(413);
        assertThat(refused((item + "\n").repeat(10_001), true).status()).isEqualTo(413);
    }

    @Test
    void moreThanSixteenMebibytesAreTooLarge() {
        assertThat(refused(" ".repeat(16 * 1024 * 1024 + 1), true).status()).isEqualTo(413);
    }

    @Test
    void anItemWithALargePayloadIsTooLargeByItself() {
        String large = "{\"type\":\"t\",\"payload\":\"" + "x".repeat(65_536) + "\"}";
        List<Parsed> items = items("[{\"type\":\"t\"}," + large + "]", false);
        assertThat(items.get(0)).isInstanceOf(Parsed.Valid.class);
        assertThat(problem(items.get(1)).status()).isEqualTo(413);
    }

    private static List<Parsed> items(String body, boolean ndjson) {
        ParsedBatch batch = PARSER.parseBatch(utf8(body), ndjson, NOW_MS);
        assertThat(batch).isInstanceOf(ParsedBatch.Items.class);
        return ((ParsedBatch.Items) batch).items();
    }

    private static Problem refused(String body, boolean ndjson) {
        ParsedBatch batch = PARSER.parseBatch(utf8(body), ndjson, NOW_MS);
        assertThat(batch).isInstanceOf(ParsedBatch.Refused.class);
        return ((ParsedBatch.Refused) batch).problem();
    }
}
