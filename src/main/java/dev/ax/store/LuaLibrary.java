package dev.ax.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The scripts of this release, read from {@code lua/<name>.lua} on the class path. A line {@code -- @include <name>} is
 * replaced by {@code lua/include/<name>.lua}, whose own includes are replaced alike; a script holds each include once,
 * where it is first named. Immutable; reads only while it is made, so make it before the event loops start.
 */
final class LuaLibrary {
    private static final String INCLUDE = "-- @include ";

    private final Map<String, LuaScript> scripts = new LinkedHashMap<>();

    /** Reads the named scripts. */
    LuaLibrary(Collection<String> names) {
        this(names, LuaLibrary::resource);
    }

    /** @param files from a path such as {@code include/ended} to the text of that file, or null where there is none */
    LuaLibrary(Collection<String> names, Function<String, String> files) {
        for (String name : names) {
            StringBuilder source = new StringBuilder();
            append(name, name, files, new HashSet<>(), source);
            scripts.put(name, LuaScript.of(name, source.toString()));
        }
    }

    /** @throws IllegalArgumentException for a name that was not among those read */
    LuaScript script(String name) {
        LuaScript script = scripts.get(name);
        if (script == null) {
            throw new IllegalArgumentException("no script " + name + " among " + scripts.keySet());
        }
        return script;
    }

    Collection<LuaScript> all() {
        return scripts.values();
    }

    private static void append(
            String path, String from, Function<String, String> files, Set<String> included, StringBuilder source) {
        String text = files.apply(path);
        if (text == null) {
            throw new IllegalStateException("no file lua/" + path + ".lua, named by script " + from);
        }
        text.lines().forEach(line -> {
            if (!line.startsWith(INCLUDE)) {
                source.append(line).append('\n');
                return;
            }
            String name = line.substring(INCLUDE.length()).strip();
            if (included.add(name)) {
                append("include/" + name, from, files, included, source);
            }
        });
    }

    private static String resource(String path) {
        try (InputStream file = LuaLibrary.class.getResourceAsStream("/lua/" + path + ".lua")) {
            return file == null ? null : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
