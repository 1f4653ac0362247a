package dev.ax.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Header, file and caller of each script say the same. */
class ScriptHeadersTest {

    @ParameterizedTest
    @EnumSource(Script.class)
    void headerBeginsWithTheNameAndSaysWhatItReturnsAndWhyItIsAtomic(Script script) {
        List<String> header = header(script);
        assertThat(header.get(0)).startsWith(script.file() + ": ");
        assertThat(header).contains("KEYS[1] prefix of the group's keys");
        assertThat(header).anyMatch(line -> line.startsWith("Returns: "));
        assertThat(header).anyMatch(line -> line.startsWith("Atomic: "));
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void headerNamesTheArgumentsThatTheCallerSends(Script script) {
        List<String> header = header(script);
        List<String> once = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        for (String line : header) {
            if (line.startsWith("ARGV each ") && repeated.isEmpty()) {
                repeated.addAll(words(line.substring(line.indexOf(':') + 1)));
            } else if (line.startsWith("ARGV") && !line.startsWith("ARGV each ")) {
                once.addAll(words(line.substring("ARGV".length())));
            }
        }
        assertThat(once).isEqualTo(script.arguments());
        assertThat(repeated).isEqualTo(script.repeated());
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void scriptsThatSayTheyChangeNothingDoNotWrite(Script script) {
        String text = source(script);
        boolean reads = header(script).get(0).contains("Changes nothing")
                || header(script).stream().anyMatch(line -> line.startsWith("Atomic: reads only"));
        boolean writes = Stream.of(
                        "'HSET'", "'HDEL'", "'ZADD'", "'ZREM'", "'ZPOPMIN'", "'SET'", "'HSETNX'", "'ZREMRANGEBYRANK'")
                .anyMatch(text::contains);
        assertThat(reads).isEqualTo(!writes && !text.contains("erase("));
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void everyKeyBeginsWithTheGroupsPrefix(Script script) {
        assertThat(source(script)).doesNotContain("KEYS[2]").doesNotContainPattern("redis\\.call\\('[A-Z]+', '");
    }

    @Test
    void everyFileHasACaller() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/lua"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString().replace(".lua", "")))
                    .containsExactlyInAnyOrderElementsOf(Script.files());
        }
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.strip().split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static List<String> header(Script script) {
        return source(script)
                .lines()
                .takeWhile(
                        line -> (line.startsWith("-- ") && !line.startsWith("-- @include")) || line.equals("-- ARGV"))
                .map(line -> line.substring(3))
                .toList();
    }

    private static String source(Script script) {
        try (InputStream file = Script.class.getResourceAsStream("/lua/" + script.file() + ".lua")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
