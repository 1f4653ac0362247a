package dev.ax.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * Writes the plain among JSON objects byte for byte as {@link JsonObject#toBuffer} does, at a fraction of the cost: most
 * tasks that an embedding application submits are such. Any thread may use it.
 */
public final class PlainJson {
    private static final int CAPACITY = 384;

    private PlainJson() {}

    /** The object as JSON; null where it is not plain, which is no fault: whoever asks writes it in the usual way. */
    public static byte[] write(JsonObject object) {
        JsonWriter json = new JsonWriter(CAPACITY);
        return object(json, object) ? json.toBytes() : null;
    }

    private static boolean object(JsonWriter json, JsonObject object) {
        json.beginObject();
        for (Map.Entry<String, Object> member : object.getMap().entrySet()) {
            if (!isPlain(member.getKey())) {
                return false;
            }
            json.name(member.getKey());
            if (!value(json, member.getValue())) {
                return false;
            }
        }
        json.endObject();
        return true;
    }

    private static boolean array(JsonWriter json, JsonArray array) {
        json.beginArray();
        for (Object element : array.getList()) {
            if (!value(json, element)) {
                return false;
            }
        }
        json.endArray();
        return true;
    }

    private static boolean value(JsonWriter json, Object value) {
        if (value == null) {
            json.nothing();
        } else if (value instanceof String text && isPlain(text)) {
            json.string(text);
        } else if (value instanceof Integer || value instanceof Long) {
            json.number(((Number) value).longValue());
        } else if (value instanceof Boolean flag) {
            json.bool(flag);
        } else if (value instanceof JsonObject object) {
            return object(json, object);
        } else if (value instanceof JsonArray array) {
            return array(json, array);
        } else {
            return false;
        }
        return true;
    }

    /** Whether nothing in it is escaped or refused: there are several ways to write an escape. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || c == 0x7f || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }
}
