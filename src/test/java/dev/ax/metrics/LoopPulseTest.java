package dev.ax.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class LoopPulseTest {
    private final AtomicLong nanos = new AtomicLong();
    private final LoopPulse pulse = new LoopPulse(nanos::get, Duration.ofDays(1));

    @Test
    void aLoopThatHasNotTurnedForMoreThanFiveSecondsHangs(Vertx vertx) {
        Runnable end = watch(vertx, "tick");

        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(pulse.silent()).isEmpty();
        nanos.addAndGet(1);
        assertThat(pulse.silent()).containsExactly("tick");
        end.run();
        assertThat(pulse.silent()).isEmpty();
    }

    @Test
    void aLoopThatTurnsIsWell(Vertx vertx) throws Exception {
        LoopPulse quick = new LoopPulse(nanos::get, Duration.ofMillis(1));
        CompletableFuture<Void> turned = new CompletableFuture<>();
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        context.runOnContext(turn -> {
            Runnable end = quick.watch(vertx, "http");
            nanos.addAndGet(Duration.ofSeconds(6).toNanos());
            assertThat(quick.silent()).containsExactly("http");
            vertx.setPeriodic(1, timer -> {
                if (quick.silent().isEmpty()) {
                    vertx.cancelTimer(timer);
                    end.run();
                    turned.complete(null);
                }
            });
        });

        turned.get(10, TimeUnit.SECONDS);
    }

    @Test
    void instancesOfOneNameAreWatchedEach(Vertx vertx) {
        Runnable first = watch(vertx, "http");
        watch(vertx, "http");
        first.run();
        nanos.addAndGet(Duration.ofSeconds(6).toNanos());

        assertThat(pulse.silent()).containsExactly("http");
    }

    @Test
    void theWorstSilenceIsAGauge(Vertx vertx) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        pulse.bindTo(new AxMetrics(registry));
        watch(vertx, "http");
        nanos.addAndGet(Duration.ofMillis(1500).toNanos());

        assertThat(registry.get("ax.loop.silence.seconds").gauge().value()).isEqualTo(1.5);
    }

    @Test
    void aWorkerIsNoLoop(Vertx vertx) {
        CompletableFuture<Void> watched = new CompletableFuture<>();
        ((VertxInternal) vertx).createWorkerContext().runOnContext(turn -> {
            try {
                pulse.watch(vertx, "worker");
                watched.complete(null);
            } catch (IllegalStateException refused) {
                watched.completeExceptionally(refused);
            }
        });

        assertThatThrownBy(watched::get).hasMessageContaining("not on an event loop: worker");
    }

    /** Hands back the end of a watch whose loop does not turn within the test: its clock moves by hand. */
    private Runnable watch(Vertx vertx, String name) {
        CompletableFuture<Runnable> watched = new CompletableFuture<>();
        ((VertxInternal) vertx)
                .createEventLoopContext()
                .runOnContext(turn -> watched.complete(pulse.watch(vertx, name)));
        return watched.join();
    }
}
