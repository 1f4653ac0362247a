package dev.ax.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.AttemptStatus;
import dev.ax.task.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PrometheusMetersTest {
    private final PrometheusMeters meters = new PrometheusMeters();
    private final AxMetrics metrics = new AxMetrics(meters.registry());

    @AfterEach
    void close() {
        meters.close();
    }

    @Test
    void everyNameBeginsWithAx() {
        metrics.transition(null, TaskState.PENDING);
        metrics.attemptEnded(AttemptStatus.SUCCEEDED, 12);
        metrics.scriptCalled("submit", 1_000_000, true);

        assertThat(meters.scrape().lines().filter(line -> !line.startsWith("#")))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("ax_"));
    }

    @Test
    void startLatenessIsAHistogramInSeconds() {
        metrics.started(7);

        assertThat(meters.scrape())
                .contains("# TYPE ax_start_lateness_seconds histogram")
                .contains("ax_start_lateness_seconds_bucket{le=\"0.005\"} 0")
                .contains("ax_start_lateness_seconds_bucket{le=\"0.01\"} 1")
                .contains("ax_start_lateness_seconds_bucket{le=\"+Inf\"} 1")
                .contains("ax_start_lateness_seconds_count 1");
    }

    @Test
    void runTimeTickLatenessAndScriptCallsAreHistogramsToo() {
        metrics.attemptEnded(AttemptStatus.SUCCEEDED, 12);
        metrics.tickLate(1_000);
        metrics.scriptCalled("claim", 1_000_000, false);

        assertThat(meters.scrape())
                .contains("# TYPE ax_run_time_seconds histogram")
                .contains("# TYPE ax_tick_lateness_seconds histogram")
                .contains("# TYPE ax_script_calls_seconds histogram")
                .contains("ax_script_errors_total{script=\"claim\"} 1.0")
                .contains("ax_attempts_total{outcome=\"SUCCEEDED\"} 1.0");
    }

    @Test
    void showsTheJvmAndTheProcess() {
        assertThat(meters.scrape())
                .contains("ax_jvm_memory_used_bytes{")
                .contains("ax_jvm_threads_live_threads")
                .contains("ax_process_cpu_usage")
                .contains("ax_process_uptime_seconds");
    }
}
