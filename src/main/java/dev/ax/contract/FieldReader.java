package dev.ax.contract;

import java.math.BigDecimal;

/**
 * Reads the fields of one body and notes what is wrong with them: each method passes the next value, whatever it is,
 * and answers "none" where it noted a fault. Used by one thread, once.
 */
final class FieldReader {

    /** "None" of the methods that answer a {@code long}. */
    static final long NO_NUMBER = Long.MIN_VALUE;

    /** The largest integer that a double, so every JSON library, holds exactly: 2^53 - 1. */
    static final long LARGEST_EXACT = (1L << 53) - 1;

    /** Longer literals are no numbers that a field of ax can mean, and would cost time. */
    private static final int LONGEST_NUMBER = 64;

    private final JsonReader json;
    private final Faults faults;

    FieldReader(JsonReader json, Faults faults) {
        this.json = json;
        this.faults = faults;
    }

    JsonReader json() {
        return json;
    }

    void fault(String pointer, String detail) {
        faults.add(pointer, detail);
    }

    /** Steps into the object that comes next; else notes it, passes the value and answers false. */
    boolean openObject(String pointer) throws MalformedJsonException {
        if (!is(JsonReader.Kind.OBJECT, pointer, "must be an object")) {
            return false;
        }
        json.open();
        return true;
    }

    /** A text that UTF-8 can hold; null for none. */
    String string(String pointer) throws MalformedJsonException {
        if (!is(JsonReader.Kind.STRING, pointer, "must be a string")) {
            return null;
        }
        String text = json.string();
        if (json.lastWasEscaped() && Utf8.hasLoneSurrogate(text)) {
            fault(pointer, "holds half of a surrogate pair, which is no character");
            return null;
        }
        return text;
    }

    /** A text of at most so many characters; null for none. */
    String text(String pointer, int longest) throws MalformedJsonException {
        String text = string(pointer);
        if (text != null && text.codePointCount(0, text.length()) > longest) {
            fault(pointer, "must be at most " + longest + " characters");
            return null;
        }
        return text;
    }

    /**
     * A text from an executor, which must get through whatever it holds: cut after so many characters, halves of
     * surrogate pairs replaced. Null for none.
     */
    String untrustedText(String pointer, int longest) throws MalformedJsonException {
        if (!is(JsonReader.Kind.STRING, pointer, "must be a string")) {
            return null;
        }
        String text = Utf8.mended(json.string());
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest));
    }

    /** The token of an attempt; {@link #NO_NUMBER} for none. */
    long token(String pointer) throws MalformedJsonException {
        return integer(pointer, 1, LARGEST_EXACT);
    }

    /** An integer, also one written {@code 2.0} or {@code 2e0}; {@link #NO_NUMBER} for none. */
    long integer(String pointer, long least, long most) throws MalformedJsonException {
        String expected = "must be an integer from " + least + " to " + most;
        if (!is(JsonReader.Kind.NUMBER, pointer, expected)) {
            return NO_NUMBER;
        }
        long value = integerOf(json.number());
        if (value < least || value > most) {
            fault(pointer, expected);
            return NO_NUMBER;
        }
        return value;
    }

    private static long integerOf(String literal) {
        if (literal.length() == 1) {
            return (long) literal.charAt(0) - '0';
        } else if (literal.length() > LONGEST_NUMBER) {
            return NO_NUMBER;
        }
        try {
            BigDecimal value = new BigDecimal(literal);
            // looked at before it is expanded: 1e999999999 has as many digits
            boolean small = value.precision() - (long) value.scale() <= 18;
            return small && value.stripTrailingZeros().scale() <= 0 ? value.longValueExact() : NO_NUMBER;
        } catch (ArithmeticException | NumberFormatException e) {
            return NO_NUMBER;
        }
    }

    /** A number; NaN for none. */
    double number(String pointer, int least, int most) throws MalformedJsonException {
        String expected = "must be a number from " + least + " to " + most;
        if (!is(JsonReader.Kind.NUMBER, pointer, expected)) {
            return Double.NaN;
        }
        String literal = json.number();
        double value = literal.length() > LONGEST_NUMBER ? Double.NaN : Double.parseDouble(literal);
        if (!(value >= least && value <= most)) {
            fault(pointer, expected);
            return Double.NaN;
        }
        return value + 0.0; // -0.0 becomes 0.0
    }

    Boolean bool(String pointer) throws MalformedJsonException {
        return is(JsonReader.Kind.BOOLEAN, pointer, "must be true or false") ? json.bool() : null;
    }

    /** A duration in milliseconds; {@link #NO_NUMBER} for none. */
    long durationMs(String pointer, long leastMs, long mostMs) throws MalformedJsonException {
        if (!is(JsonReader.Kind.STRING, pointer, Durations.EXPECTED)) {
            return NO_NUMBER;
        }
        long ms = Durations.parseMs(json.string());
        if (ms == Durations.MALFORMED) {
            fault(pointer, Durations.EXPECTED);
        } else if (ms == Durations.NEGATIVE) {
            fault(pointer, Durations.NOT_NEGATIVE);
        } else if (ms < leastMs || ms > mostMs) {
            fault(pointer, outOfRange(leastMs, mostMs));
        } else {
            return ms;
        }
        return NO_NUMBER;
    }

    private static String outOfRange(long leastMs, long mostMs) {
        String most = mostMs % 86_400_000 == 0 ? mostMs / 86_400_000 + "d" : Durations.format(mostMs);
        return leastMs == 0 ? "must be at most " + most : "must be from " + Durations.format(leastMs) + " to " + most;
    }

    /** An instant in epoch milliseconds; {@link #NO_NUMBER} for none. */
    long instantMs(String pointer) throws MalformedJsonException {
        if (!is(JsonReader.Kind.STRING, pointer, Instants.EXPECTED)) {
            return NO_NUMBER;
        }
        long ms = Instants.parseMs(json.string());
        if (ms == Instants.MALFORMED) {
            fault(pointer, Instants.EXPECTED);
            return NO_NUMBER;
        }
        return ms;
    }

    /** An absolute http or https URL for a person to follow; null for none. */
    String link(String pointer) throws MalformedJsonException {
        String url = string(pointer);
        String wrong = url == null ? null : Urls.faultOf(url);
        if (wrong != null) {
            fault(pointer, wrong);
            return null;
        }
        return url;
    }

    /** Notes a field that the contract does not have, and passes its value. */
    void unknown(String parent, String name, String known) throws MalformedJsonException {
        json.skip();
        fault(Faults.pointer(parent, name), "is no field here; known are " + known);
    }

    private boolean is(JsonReader.Kind wanted, String pointer, String expected) throws MalformedJsonException {
        JsonReader.Kind kind = json.peek();
        if (kind == wanted) {
            return true;
        }
        json.skip();
        fault(pointer, kind == JsonReader.Kind.NULL ? expected + ", not null" : expected);
        return false;
    }
}
