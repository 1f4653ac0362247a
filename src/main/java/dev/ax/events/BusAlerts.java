package dev.ax.events;

import dev.ax.clock.StoreClock;
import dev.ax.metrics.AxMetrics;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises alerts on the event bus, in the log (one WARN line each) and in the metrics. {@code kind} and {@code at} are
 * always its own; {@code node} is this node's unless the facts name another, as those of a dead letter do.
 */
public final class BusAlerts implements Alerts {
    private static final Logger LOG = LoggerFactory.getLogger(BusAlerts.class);

    private final EventBus bus;
    private final StoreClock clock;
    private final AxMetrics metrics;
    private final String nodeId;

    public BusAlerts(EventBus bus, StoreClock clock, AxMetrics metrics, String nodeId) {
        this.bus = bus;
        this.clock = clock;
        this.metrics = metrics;
        this.nodeId = nodeId;
    }

    @Override
    public void raise(String kind, JsonObject body) {
        JsonObject alert = new JsonObject().put("kind", kind).put("at", Rfc3339.format(clock.nowMs()));
        body.copy().forEach(fact -> alert.getMap().putIfAbsent(fact.getKey(), fact.getValue()));
        alert.getMap().putIfAbsent("node", nodeId);
        metrics.alertRaised(kind);
        LOG.warn("alert {}", LogText.oneLine(alert.encode()));
        bus.publish(ADDRESS, alert);
    }
}
