package dev.ax.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/**
 * The meters of one node and their text for Prometheus: ax's own, and the basics of the JVM and the process. Safe for
 * use by any thread.
 *
 * <p>Every name begins with {@code ax_}, also those that a library chose: {@code jvm.memory.used} is shown as
 * {@code ax_jvm_memory_used_bytes}.
 */
public final class PrometheusMeters implements AutoCloseable {
    /** What {@link #scrape()} returns. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String PREFIX = "ax.";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbage = new JvmGcMetrics();

    public PrometheusMeters() {
        registry.config().meterFilter(new Prefixing());
        garbage.bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
    }

    /** Where meters are registered. */
    public MeterRegistry registry() {
        return registry;
    }

    /** All figures as Prometheus text. Reads files of the operating system: keep it off event loops. */
    public String scrape() {
        return registry.scrape();
    }

    /** Ends listening for collections of garbage; the figures stay readable. */
    @Override
    public void close() {
        garbage.close();
    }

    private static final class Prefixing implements MeterFilter {
        @Override
        public Meter.Id map(Meter.Id id) {
            return id.getName().startsWith(PREFIX) ? id : id.withName(PREFIX + id.getName());
        }
    }
}
