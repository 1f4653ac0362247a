package dev.ax.store;

import java.util.List;

/** Who acts, as lines of the history store it: a name's place in this list never changes. */
final class By {
    private static final List<String> NAMES = List.of("ax", "api", "executor", "bus", "embedded", "schedule");

    private By() {}

    static int code(String name) {
        int code = NAMES.indexOf(name);
        if (code < 0) {
            throw new IllegalArgumentException("nobody acts as " + name);
        }
        return code;
    }

    static String name(int code) {
        return code < NAMES.size() ? NAMES.get(code) : "unknown";
    }
}
