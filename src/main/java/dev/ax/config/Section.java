package dev.ax.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the values of one section as their types. A value that is none is noted as a fault and the default stands in for
 * it, so that the faults of the others are found too.
 */
final class Section {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,10})(B|KiB|MiB|GiB)?");
    static final String AUTO = "auto";

    private final Settings settings;
    private final String prefix;

    /**
     * @param name empty for the keys that stand in no section
     */
    Section(Settings settings, String name) {
        this.settings = settings;
        this.prefix = name.isEmpty() ? "" : name + ".";
    }

    String text(String key) {
        return read(key, "a text", setting -> {
            String text = setting.single();
            if (text.isBlank()) {
                throw new IllegalArgumentException("blank");
            }
            return text;
        });
    }

    /** A text that may be empty. */
    String textOrNone(String key) {
        return read(key, "a text", Setting::single);
    }

    int integer(String key) {
        return read(key, "an integer", setting -> Integer.parseInt(setting.single()));
    }

    /** An integer from 1, or 0 for {@code auto}. */
    int integerOrAuto(String key) {
        return read(key, "auto, or an integer from 1", setting -> {
            if (setting.single().equals(AUTO)) {
                return 0;
            }
            int number = Integer.parseInt(setting.single());
            if (number < 1) {
                throw new IllegalArgumentException("less than 1");
            }
            return number;
        });
    }

    double number(String key) {
        return read(key, "a number", setting -> new BigDecimal(setting.single()).doubleValue());
    }

    boolean flag(String key) {
        return read(key, "true or false", setting -> switch (setting.single().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(setting.single());
        });
    }

    Duration duration(String key) {
        return read(
                key,
                "a duration such as 250ms, 30s, 15m, 2h, 1d, 1h30m or PT30M",
                setting -> DurationText.parse(setting.single()));
    }

    /** In bytes. */
    int size(String key) {
        return read(key, "a size such as 65536, 64KiB or 16MiB", setting -> bytes(setting.single()));
    }

    <E extends Enum<E>> E choice(String key, Class<E> type) {
        String expected = Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return read(
                key,
                "one of " + expected,
                setting -> Enum.valueOf(type, setting.single().toUpperCase(Locale.ROOT)));
    }

    List<String> list(String key) {
        return read(key, "a list", Setting::list);
    }

    Map<String, String> map(String key) {
        Map<String, String> map = new TreeMap<>();
        settings.under(prefix + key).forEach((name, setting) -> {
            if (setting.text()) {
                map.put(name, setting.items().get(0));
            } else {
                settings.fault(prefix + key + "." + name, "a text");
            }
        });
        return map;
    }

    /** Notes a fault unless the rule holds. */
    void require(boolean holds, String key, String expected) {
        if (!holds && !settings.isFaulty(prefix + key)) {
            settings.fault(prefix + key, expected);
        }
    }

    /**
     * Makes the section's record, whose compact constructor knows the rules.
     *
     * @return null where a rule is broken; the faults are noted
     */
    <T> T build(Supplier<T> values) {
        try {
            return values.get();
        } catch (Checks.InvalidSectionException invalid) {
            invalid.flaws().forEach(this::note);
            return null;
        }
    }

    /** Keys that have a fault already take no part in another: their default stood in for them. */
    private void note(Checks.Flaw flaw) {
        List<String> keys = flaw.keys().stream().map(key -> prefix + key).toList();
        if (keys.stream().anyMatch(settings::isFaulty)) {
            return;
        }
        String others = keys.stream().skip(1).map(settings::described).collect(Collectors.joining(", "));
        settings.fault(keys.get(0), flaw.expected() + (others.isEmpty() ? "" : "; here " + others));
    }

    private <T> T read(String key, String expected, Function<Setting, T> parser) {
        try {
            return parser.apply(settings.get(prefix + key));
        } catch (IllegalArgumentException fault) {
            settings.fault(prefix + key, expected);
            return parser.apply(settings.byDefault(prefix + key));
        }
    }

    private static int bytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new IllegalArgumentException(text);
        }
        String unit = size.group(2) == null ? "B" : size.group(2);
        int shift = switch (unit) {
            case "KiB" -> 10;
            case "MiB" -> 20;
            case "GiB" -> 30;
            default -> 0;
        };
        // At most ten digits and 30 bits: a long holds it; what does not fit an int is out of every range.
        return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(size.group(1)) << shift);
    }
}
