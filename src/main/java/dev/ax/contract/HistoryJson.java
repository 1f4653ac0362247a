package dev.ax.contract;

import dev.ax.task.History;
import io.vertx.core.buffer.Buffer;

/** The way of a task as users see it. Any thread may use it. */
public final class HistoryJson {

    private static final int BYTES_A_LINE = 256;

    private HistoryJson() {}

    public static Buffer of(History history) {
        JsonWriter json = new JsonWriter(64 + history.items().size() * BYTES_A_LINE);
        json.beginObject().name("items").beginArray();
        for (History.Line line : history.items()) {
            write(json, line);
        }
        json.endArray();
        json.name("omitted").number(history.omitted()).endObject();
        return json.toBuffer();
    }

    private static void write(JsonWriter json, History.Line line) {
        json.beginObject();
        json.name("at").string(Instants.format(line.atMs()));
        json.name("from").string(name(line.from()));
        json.name("to").string(name(line.to()));
        json.name("attempt").number(line.attempt());
        json.name("outcome").string(name(line.outcome()));
        json.name("node").string(line.node());
        json.name("by").string(line.by());
        json.name("reason").string(line.reason());
        json.name("error").string(line.error());
        json.name("durationMs");
        if (line.durationMs() < 0) {
            json.nothing();
        } else {
            json.number(line.durationMs());
        }
        json.endObject();
    }

    private static String name(Enum<?> value) {
        return value == null ? null : value.name();
    }
}
