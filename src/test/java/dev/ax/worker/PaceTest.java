package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long HORIZON = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long FAST = TimeUnit.MICROSECONDS.toNanos(10);
    private static final long SLOW = TimeUnit.SECONDS.toNanos(20);

    private final Pace pace = new Pace();

    @Test
    void nothingIsKnownBeforeTheFirst() {
        assertThat(pace.turnsIn(HORIZON)).isZero();
        pace.took(FAST);
        assertThat(pace.turnsIn(HORIZON)).as("after a single fast one").isZero();
    }

    @Test
    void manyFastOnesAreBelieved() {
        took(FAST, 1_000);
        assertThat(pace.turnsIn(HORIZON)).isBetween(300L, 500L);
    }

    @Test
    void oneSlowOneIsBelievedAtOnceAndForgottenSlowly() {
        took(FAST, 1_000);
        pace.took(SLOW);
        assertThat(pace.turnsIn(HORIZON)).isZero();
        took(FAST, 100);
        assertThat(pace.turnsIn(HORIZON)).isZero();
        took(FAST, 1_000);
        assertThat(pace.turnsIn(HORIZON)).isPositive();
    }

    @Test
    void whatTakesNoTimeAtAllDividesByNothing() {
        took(0, 10_000);
        assertThat(pace.turnsIn(HORIZON)).isBetween(1L, HORIZON);
    }

    private void took(long nanos, int times) {
        for (int i = 0; i < times; i++) {
            pace.took(nanos);
        }
    }
}
