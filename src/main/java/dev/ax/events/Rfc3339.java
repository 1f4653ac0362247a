package dev.ax.events;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Instants as the contract writes them: UTC, always with milliseconds. */
final class Rfc3339 {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Rfc3339() {}

    static String format(long epochMs) {
        return FORMAT.format(Instant.ofEpochMilli(epochMs));
    }
}
