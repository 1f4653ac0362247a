package dev.ax.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class StateGaugesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final StateGauges gauges = new StateGauges(new AxMetrics(registry));

    @Test
    void showsWhatTheStoreSays(Vertx vertx) {
        Runnable stop = gauges.start(vertx, () -> Uni.createFrom().item(new StateGauges.Figures(1, 2, 3, 4, 5)));

        assertThat(gauge("pending")).isEqualTo(1);
        assertThat(gauge("ready")).isEqualTo(2);
        assertThat(gauge("running")).isEqualTo(3);
        assertThat(gauge("dead")).isEqualTo(4);
        assertThat(gauge("damaged")).isEqualTo(5);
        stop.run();
    }

    @Test
    void showsNothingRatherThanAStaleNumber(Vertx vertx) {
        gauges.start(vertx, () -> Uni.createFrom().item(new StateGauges.Figures(1, 2, 3, 4, 5)))
                .run();
        gauges.start(vertx, () -> Uni.createFrom().failure(new IllegalStateException("away")))
                .run();

        assertThat(gauge("pending")).isNaN();
    }

    @Test
    void asksOneQuestionAtATime(Vertx vertx) {
        AtomicInteger asked = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            gauges.start(vertx, () -> {
                        asked.incrementAndGet();
                        return Uni.createFrom().nothing();
                    })
                    .run();
        }

        assertThat(asked).hasValue(1);
    }

    private double gauge(String state) {
        return registry.get("ax.tasks").tag("state", state).gauge().value();
    }
}
