package dev.ax.contract;

/** Judges JSON texts that came from outside, before they are spliced into others. Any thread may use it. */
public final class JsonText {

    private JsonText() {}

    /** Whether the bytes are one JSON value (RFC 8259) in UTF-8, nested at most 256 levels deep. */
    public static boolean isValid(byte[] bytes) {
        JsonReader json = new JsonReader(bytes);
        try {
            json.skip();
            json.expectEnd();
            return true;
        } catch (MalformedJsonException e) {
            return false;
        }
    }
}
