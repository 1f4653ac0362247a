package dev.ax.config;

/**
 * One thing that is wrong with the configuration.
 *
 * @param key as its source spells it: {@code ax.http.port}, {@code AX_HTTP_PROT}
 * @param value as given, secrets masked; null where the key itself is the fault
 * @param origin where it was given
 * @param expected what would be right
 */
public record ConfigFault(String key, String value, String origin, String expected) {

    @Override
    public String toString() {
        return key + (value == null ? "" : " = " + value) + " (" + origin + "): expected " + expected;
    }
}
