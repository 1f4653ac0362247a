package dev.ax.bus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.ax.contract.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.EncodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * JSON text from messages and back, without a number changed on the way: Vert.x writes infinity as a string, and reads
 * {@code 1e400} as infinity.
 */
final class BusJson {
    /** The contract has bounded the text already; Jackson's bound on the digits of a number is narrower. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private BusJson() {}

    /**
     * The JSON text of a message's body; a {@link Buffer} or {@link String} is taken as the text itself, byte for byte.
     *
     * @throws IllegalArgumentException saying why there is none
     */
    static byte[] text(Object body) {
        if (body == null) {
            return "{}".getBytes(StandardCharsets.UTF_8);
        } else if (body instanceof Buffer buffer) {
            return buffer.getBytes();
        } else if (body instanceof String string) {
            return string.getBytes(StandardCharsets.UTF_8);
        } else if (body instanceof JsonObject object) {
            return encoded(object);
        }
        throw new IllegalArgumentException("must be a JsonObject, or JSON text as Buffer or String");
    }

    private static byte[] encoded(JsonObject object) {
        requireHeld(object, "");
        try {
            return object.toBuffer().getBytes();
        } catch (EncodeException fault) {
            throw new IllegalArgumentException("cannot be written as JSON: " + fault.getMessage(), fault);
        }
    }

    /** Refuses what Vert.x would write as something else, without a word. */
    private static void requireHeld(Object value, String pointer) {
        if (value instanceof Double || value instanceof Float) {
            require(Double.isFinite(((Number) value).doubleValue()), value + ", which JSON cannot", pointer);
        } else if (value instanceof CharSequence text) {
            require(isText(text), "half of a surrogate pair, which is no character", pointer);
        } else if (value instanceof JsonObject object) {
            requireHeld(object.getMap(), pointer);
        } else if (value instanceof JsonArray array) {
            requireHeld(array.getList(), pointer);
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> {
                requireHeld(name, pointer);
                requireHeld(member, pointer + "/" + name);
            });
        } else if (value instanceof Iterable<?> elements) {
            int i = 0;
            for (Object element : elements) {
                requireHeld(element, pointer + "/" + i++);
            }
        }
    }

    private static void require(boolean held, String what, String pointer) {
        if (!held) {
            throw new IllegalArgumentException("holds " + what + ", at " + pointer);
        }
    }

    private static boolean isText(CharSequence text) {
        boolean plain = text.chars().noneMatch(c -> Character.isSurrogate((char) c));
        return plain || StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** What JSON text holds, which is known to be sound. A number that no double holds is a {@link BigDecimal}. */
    static Object read(byte[] text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            return value(parser);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> members(parser);
            case START_ARRAY -> elements(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static JsonObject members(JsonParser parser) throws IOException {
        JsonObject object = new JsonObject();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static JsonArray elements(JsonParser parser) throws IOException {
        JsonArray array = new JsonArray();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }

    private static Number number(JsonParser parser) throws IOException {
        double value = parser.getDoubleValue();
        BigDecimal exact = exact(parser.getText());
        boolean held = Double.isFinite(value) && new BigDecimal(Double.toString(value)).compareTo(exact) == 0;
        if (held) {
            return value;
        }
        return exact;
    }

    private static BigDecimal exact(String number) {
        try {
            return new BigDecimal(number);
        } catch (NumberFormatException huge) { // an exponent of more than 32 bits
            throw new BusRefusal(Problem.invalid("a number in the task is beyond what a message can hold"));
        }
    }
}
