package dev.ax.config;

import java.util.Arrays;
import java.util.List;

/**
 * A value as its source gave it, not yet typed.
 *
 * @param items of a list; the one text where it was given as a text
 * @param text whether it was given as one text
 * @param origin where it was given, for messages
 * @param builtIn whether it is the default
 */
record Setting(List<String> items, boolean text, String origin, boolean builtIn) {

    static Setting of(String text, String origin) {
        return new Setting(List.of(text), true, origin, false);
    }

    /**
     * The one text.
     *
     * @throws IllegalArgumentException if it was given as a list
     */
    String single() {
        if (!text) {
            throw new IllegalArgumentException("a list");
        }
        return items.get(0);
    }

    /** The items; one text is taken apart at its commas. */
    List<String> list() {
        if (!text) {
            return items;
        }
        return Arrays.stream(items.get(0).split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }
}
