package dev.ax.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTextTest {

    @Test
    void whatCannotForgeALineStaysAsItIs() {
        assertThat(LogText.oneLine("失败：超时 ñ 😀 👨‍👩‍👧 \\n")).isEqualTo("失败：超时 ñ 😀 👨‍👩‍👧 \\n");
    }

    @Test
    void controlsAndSeparatorsAreSpelledOut() {
        assertThat(LogText.oneLine("a\r\n\u0000\u0007\u001b[31m\u007f\u0085\u2028\u2029b"))
                .isEqualTo("a\\u000d\\u000a\\u0000\\u0007\\u001b[31m\\u007f\\u0085\\u2028\\u2029b");
    }

    @Test
    void whatTurnsTheDirectionOfWritingIsSpelledOut() {
        assertThat(LogText.oneLine("\u202egpj.exe\u2066")).isEqualTo("\\u202egpj.exe\\u2066");
    }

    @Test
    void halvesOfCharactersAreSpelledOut() {
        assertThat(LogText.oneLine("\ud800")).isEqualTo("\\ud800");
        assertThat(LogText.oneLine("x\udc00y")).isEqualTo("x\\udc00y");
        assertThat(LogText.oneLine("\ud83d\ude00")).isEqualTo("\ud83d\ude00");
    }
}
