package dev.ax.config;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The keys that exist, by the built-in {@code ax.yaml}, with their defaults. Keys are without the leading {@code ax.}.
 */
final class Keys {
    static final String ROOT = "ax.";
    static final String ENVIRONMENT = "AX_";

    private final Map<String, Setting> defaults;
    private final List<String> maps;
    private final Map<String, String> byEnvironment = new HashMap<>();

    /**
     * @param defaults by key; in the order of the file
     * @param maps keys under which any name may stand
     */
    Keys(Map<String, Setting> defaults, List<String> maps) {
        this.defaults = new LinkedHashMap<>(defaults);
        this.maps = List.copyOf(maps);
        defaults.keySet().forEach(key -> byEnvironment.put(environment(key), key));
    }

    Map<String, Setting> defaults() {
        return defaults;
    }

    List<String> maps() {
        return maps;
    }

    /** Whether a value may stand under the key. */
    boolean has(String key) {
        return defaults.containsKey(key) || map(key).isPresent();
    }

    /** Whether keys stand under this one. */
    boolean isSection(String key) {
        return defaults.keySet().stream().anyMatch(known -> known.startsWith(key + "."))
                || maps.stream().anyMatch(map -> map.equals(key) || map.startsWith(key + "."));
    }

    /** The map that the key is a name in. */
    Optional<String> map(String key) {
        return maps.stream()
                .filter(map -> key.startsWith(map + ".") && key.length() > map.length() + 1)
                .findFirst();
    }

    /** The key that an environment variable stands for. A name in a map is taken in small letters, with dashes. */
    Optional<String> ofEnvironment(String variable) {
        String known = byEnvironment.get(variable);
        if (known != null) {
            return Optional.of(known);
        }
        return maps.stream()
                .filter(map -> variable.startsWith(environment(map) + "_")
                        && variable.length() > environment(map).length() + 1)
                .map(map -> map + "."
                        + variable.substring(environment(map).length() + 1)
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'))
                .findFirst();
    }

    /** The known key that looks most like this one; empty where none looks like it. */
    Optional<String> nearest(String key) {
        return nearest(key, defaults.keySet());
    }

    Optional<String> nearestVariable(String variable) {
        return nearest(variable, byEnvironment.keySet());
    }

    static String environment(String key) {
        return ENVIRONMENT + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private static Optional<String> nearest(String word, Collection<String> known) {
        String best = null;
        int least = Math.max(2, word.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(word, candidate);
            if (distance < least || (distance == least && best != null && candidate.compareTo(best) < 0)) {
                best = candidate;
                least = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Levenshtein's: the edits from one word to the other. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
