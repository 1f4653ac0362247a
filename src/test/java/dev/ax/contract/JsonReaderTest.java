package dev.ax.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    private static final JsonFactory JACKSON = new JsonFactory();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "0",
                "-0",
                "1e400",
                "-1.5E-3",
                "\"\"",
                "\"\\u0000\\ud800\"",
                "true",
                "null",
                " [ 1 , 2 ] ",
                "{\"a\":{\"b\":[{}]}}",
                "\"😀\"",
                "\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"",
                "\"\u007f\uffff\""
            })
    void takesJson(String text) {
        assertThat(JsonText.isValid(Parsing.utf8(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "]",
                "[1,]",
                "[,1]",
                "{,}",
                "{\"a\":1,}",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "01",
                "-",
                "+1",
                ".5",
                "1.",
                "1e",
                "1e+",
                "NaN",
                "Infinity",
                "tru",
                "True",
                "nul",
                "'a'",
                "\"a",
                "\"\t\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "1 2",
                "{}{}",
                "[1 2]",
                "{\"a\" 1}",
                "// c\n1",
                "/**/1",
                "\ufeff1",
                "\u00a01",
                "{\"a\":1 \"b\":2}",
                "[}",
                "{]",
                "\"\\"
            })
    void refusesWhatIsNone(String text) {
        assertThat(JsonText.isValid(Parsing.utf8(text))).isFalse();
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        int[][] sequences = {
            {0x80}, {0xc0, 0xaf}, {0xc1, 0x81}, {0xe0, 0x80, 0xaf}, {0xed, 0xa0, 0x80}, {0xf0, 0x80, 0x80, 0xaf},
            {0xf4, 0x90, 0x80, 0x80}, {0xf5, 0x80, 0x80, 0x80}, {0xff}, {0xe4, 0xb8}, {0xc3}, {0xe4, 0xb8, 0x41}
        };
        for (int[] sequence : sequences) {
            byte[] json = new byte[sequence.length + 2];
            json[0] = '"';
            for (int i = 0; i < sequence.length; i++) {
                json[i + 1] = (byte) sequence[i];
            }
            json[json.length - 1] = '"';
            assertThat(JsonText.isValid(json)).isFalse();
        }
    }

    @Test
    void boundsTheDepth() {
        String deepest = "[".repeat(JsonReader.MAX_DEPTH) + "]".repeat(JsonReader.MAX_DEPTH);
        assertThat(JsonText.isValid(Parsing.utf8(deepest))).isTrue();
        assertThat(JsonText.isValid(Parsing.utf8("[" + deepest + "]"))).isFalse();
        assertThat(JsonText.isValid(Parsing.utf8("[".repeat(1_000_000)))).isFalse();
    }

    @Test
    void decodesStrings() throws MalformedJsonException {
        assertThat(string("\"订单 \\u8ba2\\ud83d\\ude00 \\\"\\\\\\/ \\b\\f\\n\\r\\t\""))
                .isEqualTo("订单 订😀 \"\\/ \b\f\n\r\t");
    }

    @Test
    void saysAtWhichByteItStopped() {
        assertThatThrownBy(() -> new JsonReader(Parsing.utf8("{\"a\":x}")).skip())
                .hasMessage("expected a value at byte 5");
        assertThatThrownBy(() -> new JsonReader(Parsing.utf8("[1")).skip())
                .hasMessage("expected ',' or ']' but it ends at byte 2");
    }

    /** Texts near JSON, so that most are wrong by little. */
    @Test
    void judgesAsJacksonDoes() {
        SplittableRandom random = new SplittableRandom(20261130);
        String alphabet = "{}[]:,\"\\ 0123456789-+.eEtrufalsn\u0001é😀x/";
        int valid = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] text = i % 2 == 0 ? mutated(random) : random(random, alphabet);
            boolean expected = jacksonTakes(text);
            if (JsonText.isValid(text) != expected) {
                throw new AssertionError("Jackson says " + expected + " of " + Parsing.text(text));
            }
            valid += expected ? 1 : 0;
        }
        assertThat(valid).isBetween(1_000, 99_000);
    }

    private static byte[] mutated(SplittableRandom random) {
        byte[] text = Parsing.utf8("{\"a\":[1,-2.5e+3,true,null],\"b\\u00e9\":\"é😀\",\"c\":{\"d\":\"\"}}");
        for (int n = random.nextInt(3); n > 0; n--) {
            text[random.nextInt(text.length)] = (byte) (random.nextBoolean() ? random.nextInt(256) : ' ');
        }
        return text;
    }

    private static byte[] random(SplittableRandom random, String alphabet) {
        int[] points = alphabet.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int n = 1 + random.nextInt(6); n > 0; n--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return Parsing.utf8(text.toString());
    }

    private static boolean jacksonTakes(byte[] text) {
        try {
            // A String, since from bytes Jackson would also take UTF-16, a byte-order mark, and some of what is no
            // UTF-8.
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            int values = 0;
            try (JsonParser parser = JACKSON.createParser(decoded)) {
                while (parser.nextToken() != null) {
                    if (parser.currentToken().isScalarValue()) {
                        parser.getText(); // it reads strings only when asked to
                    }
                    boolean ends = parser.getParsingContext().inRoot();
                    values += ends ? 1 : 0;
                }
            }
            return values == 1;
        } catch (IOException e) { // of the decoder too
            return false;
        }
    }

    private static String string(String json) throws MalformedJsonException {
        JsonReader reader = new JsonReader(Parsing.utf8(json));
        reader.peek();
        return reader.string();
    }
}
