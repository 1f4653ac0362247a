package dev.ax.worker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.ax.task.Outcome;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** What an executor answered becomes the result that is kept: JSON text of at most 64 KiB, else none and a word of it. */
final class Results {

    /** Bytes of a result at most. */
    static final int MAX_BYTES = 64 * 1024;

    private static final Outcome.Succeeded OMITTED = new Outcome.Succeeded(null, true);
    private static final JsonFactory JSON = new JsonFactory();

    private Results() {}

    /**
     * Of a value: a {@link Buffer} is taken as JSON text, anything else is written as JSON. The work is done by then, so
     * a value that cannot be written is left out and does not fail the attempt.
     */
    static Outcome.Succeeded ofValue(Object value) {
        if (value == null) {
            return Outcome.Succeeded.WITHOUT_RESULT;
        }
        if (value instanceof Buffer text) {
            return ofText(text.getBytes());
        }
        try {
            return ofText(Json.encodeToBuffer(value).getBytes());
        } catch (RuntimeException unwritable) {
            return OMITTED;
        }
    }

    /** Of bytes that should be JSON text; none at all is no result. */
    static Outcome.Succeeded ofText(byte[] text) {
        if (text.length == 0) {
            return Outcome.Succeeded.WITHOUT_RESULT;
        }
        return text.length > MAX_BYTES || !isJson(text) ? OMITTED : new Outcome.Succeeded(text, false);
    }

    /** There was a result, and it is not kept. */
    static Outcome.Succeeded omitted() {
        return OMITTED;
    }

    /** Whether this is exactly one JSON value in UTF-8 without a byte order mark, so that it can be put into others. */
    static boolean isJson(byte[] text) {
        // Decoded first: given bytes, the parser would guess UTF-16 and UTF-32 too.
        try (JsonParser parser = JSON.createParser(utf8(text))) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException notJson) {
            return false;
        }
    }

    private static String utf8(byte[] text) throws IOException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(text))
                .toString();
    }
}
