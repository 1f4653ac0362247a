package dev.ax.http;

import java.util.Locale;
import java.util.Set;

/** Reads a {@code Content-Type}. */
final class MediaTypes {
    static final String JSON = "application/json";
    static final String NDJSON = "application/x-ndjson";

    /** JSON is UTF-8 (RFC 8259, 8.1); ASCII is a part of it. */
    private static final Set<String> CHARSETS = Set.of("utf-8", "utf8", "us-ascii");

    private MediaTypes() {}

    /**
     * The type without its parameters, in lower case.
     *
     * @param header null where there was none
     * @return empty where there was none, or where it names another character set than UTF-8
     */
    static String of(String header) {
        if (header == null) {
            return "";
        }
        if (header.equals(JSON)) {
            return JSON;
        }
        String[] parts = header.toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("charset=") && !CHARSETS.contains(unquoted(parameter.substring(8)))) {
                return "";
            }
        }
        return parts[0].strip();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
