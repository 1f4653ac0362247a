package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.metrics.AxMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.HashedWheelTimer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One call, on a thread that comes when the test says so. */
class HandlerCallTest {
    private final HashedWheelTimer timers = new HashedWheelTimer();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final Slots slots = new Slots(1);
    private final Attempt attempt =
            new Attempt(Runs.handler("work", null, Runs.LONG), new FakeGuard(), new FakeSink(), slots, Runs.NODE);

    @AfterEach
    void close() {
        timers.stop();
    }

    @Test
    void stoppedWhileItWaitsForAThreadItWasNotCalledAndNeverIs() {
        attempt.begin(call());
        assertThat(attempt.abort()).as("was called").isFalse();
        waiting.remove().run();
        assertThat(calls).hasValue(0);
        assertThat(slots.free()).isEqualTo(1);
    }

    @Test
    void stoppedAfterItsEndItWasCalled() {
        attempt.begin(call());
        waiting.remove().run();
        assertThat(attempt.abort()).as("was called").isTrue();
        assertThat(calls).hasValue(1);
    }

    private HandlerCall call() {
        StuckHandlers stuck = new StuckHandlers(
                timers,
                Duration.ofSeconds(5),
                Runs.CLOCK,
                new AxMetrics(new SimpleMeterRegistry()),
                (kind, body) -> {});
        return new HandlerCall(attempt, context -> calls.incrementAndGet(), waiting::add, timers, stuck);
    }
}
