package dev.ax.store;

import java.util.Map;
import java.util.stream.Collectors;

/** Tells which script a Redis means that knows it by its SHA-1 only, as in its slow log. */
public final class ScriptNames {
    private ScriptNames() {}

    /** Names of the files by the SHA-1 in lower case hex. Reads the scripts, so it blocks. */
    public static Map<String, String> bySha1() {
        return new LuaLibrary(Script.files())
                .all().stream().collect(Collectors.toUnmodifiableMap(LuaScript::sha1, LuaScript::name));
    }
}
