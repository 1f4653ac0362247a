package dev.ax.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What all sources together say, the strongest last; and every fault that was found on the way. */
final class Settings {
    /** A longer value is cut in messages. */
    private static final int SHOWN = 120;

    private static final Set<String> SECRET = Set.of("api-keys", "targets.secrets", "webhooks.secrets");

    private final Keys keys;
    private final Map<String, Setting> values;
    private final List<ConfigFault> faults = new ArrayList<>();
    private final Set<String> faulty = new HashSet<>();

    Settings(Keys keys) {
        this.keys = keys;
        this.values = new LinkedHashMap<>(keys.defaults());
    }

    void put(String key, Setting setting) {
        values.put(key, setting);
    }

    /** Says what {@code auto} came to. */
    void resolve(String key, String value) {
        if (values.get(key).items().equals(List.of(Section.AUTO))) {
            values.put(key, Setting.of(value, Section.AUTO));
        }
    }

    Setting get(String key) {
        return values.get(key);
    }

    Setting byDefault(String key) {
        return keys.defaults().get(key);
    }

    /** The names under a map with their values. */
    Map<String, Setting> under(String map) {
        Map<String, Setting> found = new TreeMap<>();
        values.forEach((key, setting) -> {
            if (key.startsWith(map + ".")) {
                found.put(key.substring(map.length() + 1), setting);
            }
        });
        return found;
    }

    Section section(String name) {
        return new Section(this, name);
    }

    void fault(ConfigFault fault) {
        faults.add(fault);
    }

    /** The value of a known key is not what it must be. */
    void fault(String key, String expected) {
        faulty.add(key);
        Setting setting = values.get(key);
        faults.add(new ConfigFault(
                Keys.ROOT + key,
                setting == null ? null : shown(key, setting),
                setting == null ? "not set" : setting.origin(),
                expected));
    }

    boolean isFaulty(String key) {
        return faulty.contains(key);
    }

    List<ConfigFault> faults() {
        return faults;
    }

    /** A known key with its value and origin, for a fault that lies in two values. */
    String described(String key) {
        Setting setting = values.get(key);
        return Keys.ROOT + key + " = " + shown(key, setting) + " (" + setting.origin() + ")";
    }

    /** One line a section, in the order of the file: {@code ax.http: host=127.0.0.1 port=8081 (AX_HTTP_PORT)}. */
    List<String> effective() {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        values.forEach((key, setting) -> {
            int dot = key.indexOf('.');
            String section = dot < 0 ? "ax" : Keys.ROOT + key.substring(0, dot);
            String origin = setting.builtIn() ? "" : " (" + setting.origin() + ")";
            sections.computeIfAbsent(section, s -> new ArrayList<>())
                    .add(key.substring(dot + 1) + "=" + shown(key, setting) + origin);
        });
        return sections.entrySet().stream()
                .map(section -> section.getKey() + ": " + String.join(" ", section.getValue()))
                .toList();
    }

    /** The value as it may be printed: no secret, no password, no control character, not too long. */
    private static String shown(String key, Setting setting) {
        boolean secret = SECRET.stream().anyMatch(s -> key.equals(s) || key.startsWith(s + "."));
        if (secret) {
            return setting.items().isEmpty() || setting.items().equals(List.of("")) ? "" : "***";
        }
        String text = setting.items().stream()
                .map(item -> key.equals("redis.url") ? RedisConfig.masked(item) : item)
                .collect(Collectors.joining(","));
        String clean = text.replaceAll("\\p{Cntrl}", "?");
        return clean.length() <= SHOWN ? clean : clean.substring(0, SHOWN) + "...";
    }
}
