package dev.ax.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LuaLibraryTest {

    @Test
    void putsEachIncludeInPlaceOnceHoweverOftenItIsNamed() {
        Map<String, String> files = Map.of(
                "end", "-- end: x\n-- @include keys\n-- @include history\nreturn 1\n",
                "include/keys", "local keys = 1\n",
                "include/history", "-- @include keys\nlocal history = keys\n");

        LuaScript script = new LuaLibrary(List.of("end"), files::get).script("end");

        assertThat(script.source()).isEqualTo("-- end: x\nlocal keys = 1\nlocal history = keys\nreturn 1\n");
    }

    @Test
    void namesAScriptByTheSumThatRedisComputes() {
        LuaScript script = LuaScript.of("one", "return 1");

        assertThat(script.sha1()).isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
    }

    @Test
    void saysWhichFileIsMissing() {
        assertThatThrownBy(() -> new LuaLibrary(List.of("end"), Map.of("end", "-- @include nowhere\n")::get))
                .hasMessageContaining("lua/include/nowhere.lua")
                .hasMessageContaining("end");
    }

    @Test
    void refusesANameThatWasNotRead() {
        LuaLibrary library = new LuaLibrary(List.of("end"), Map.of("end", "return 1")::get);

        assertThatThrownBy(() -> library.script("claim")).hasMessageContaining("claim");
        assertThat(library.all()).hasSize(1);
    }
}
