package dev.ax.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {

    @Test
    void tildeIsForIdsThatAxMakes() {
        assertThat(Names.isSubmittableId("report~0")).isFalse();
        assertThat(Names.isId("report~2026-11-30T01:00:00Z")).isTrue();
        assertThat(Names.isId("~0")).isFalse();
    }

    @Test
    void lengthsCountToTheLastCharacter() {
        assertThat(Names.isSubmittableId("x".repeat(200))).isTrue();
        assertThat(Names.isSubmittableId("x".repeat(201))).isFalse();
        assertThat(Names.isName("x".repeat(100))).isTrue();
        assertThat(Names.isName("x".repeat(101))).isFalse();
        assertThat(Names.isLabelKey("x".repeat(63))).isTrue();
        assertThat(Names.isLabelKey("x".repeat(64))).isFalse();
    }

    @Test
    void namesTakeLettersDigitsDotsUnderscoresAndDashesOnly() {
        assertThat(Names.isName("billing.Close_order-2")).isTrue();
        assertThat(Names.isName("a:b")).isFalse();
        assertThat(Names.isName("名称")).isFalse();
        assertThat(Names.isName("")).isFalse();
    }
}
