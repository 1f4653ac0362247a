package dev.ax.worker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * Decodes a payload for the event bus, and refuses to damage it: Vert.x makes a double of every number with a point or
 * an exponent, so one with more digits, or beyond its range, would reach the consumer as another number.
 */
final class BusPayload {
    private static final JsonFactory JSON = new JsonFactory();

    private BusPayload() {}

    /**
     * The payload as what a {@link JsonObject} can hold.
     *
     * @param text JSON; null for none
     * @throws TargetFaultException if it holds what a {@link JsonObject} cannot
     */
    static Object decode(byte[] text) throws TargetFaultException {
        if (text == null) {
            return null;
        }
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            return value(parser);
        } catch (IOException | ArithmeticException | NumberFormatException unheld) {
            throw new TargetFaultException("the payload cannot be sent over the event bus: a number or a text in it is "
                    + "beyond what a message holds");
        }
    }

    private static Object value(JsonParser parser) throws IOException, TargetFaultException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> floating(parser.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static JsonObject object(JsonParser parser) throws IOException, TargetFaultException {
        JsonObject object = new JsonObject();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static JsonArray array(JsonParser parser) throws IOException, TargetFaultException {
        JsonArray array = new JsonArray();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }

    private static Double floating(String text) throws TargetFaultException {
        double number = Double.parseDouble(text);
        // As it is printed again, not as it is stored: 0.1 is held, though no double is exactly a tenth.
        if (Double.isInfinite(number) || new BigDecimal(text).compareTo(new BigDecimal(Double.toString(number))) != 0) {
            throw new TargetFaultException("the payload cannot be sent over the event bus: the number "
                    + ErrorText.firstCharacters(text, 40) + " would reach the consumer as another one");
        }
        return number;
    }
}
