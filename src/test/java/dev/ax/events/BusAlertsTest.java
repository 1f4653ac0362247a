package dev.ax.events;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.ax.clock.StoreClock;
import dev.ax.metrics.AxMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BusAlertsTest {
    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BusAlerts alerts = new BusAlerts(vertx.eventBus(), new StillClock(), new AxMetrics(meters), "n1");
    private final BlockingQueue<JsonObject> raised = new LinkedBlockingQueue<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(BusAlerts.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        vertx.eventBus()
                .<JsonObject>consumer("ax.alerts", message -> raised.add(message.body()))
                .completion()
                .await();
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
    }

    @AfterEach
    void close() {
        logger.detachAppender(log);
        logger.setAdditive(true);
        vertx.close().await();
    }

    @Test
    void anAlertSaysWhatWhenAndWhere() throws Exception {
        alerts.raise("type-without-handler", new JsonObject().put("type", "mail"));

        assertThat(next())
                .isEqualTo(new JsonObject()
                        .put("kind", "type-without-handler")
                        .put("at", "2026-11-30T13:01:19.120Z")
                        .put("type", "mail")
                        .put("node", "n1"));
        assertThat(meters.get("ax.alerts")
                        .tag("kind", "type-without-handler")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void theNodeThatTheFactsNameIsKeptButNeitherKindNorInstant() throws Exception {
        JsonObject facts =
                new JsonObject().put("node", "n2").put("kind", "forged").put("at", "never");

        alerts.raise("dead-letter", facts);

        JsonObject alert = next();
        assertThat(alert.getString("node")).isEqualTo("n2");
        assertThat(alert.getString("kind")).isEqualTo("dead-letter");
        assertThat(alert.getString("at")).startsWith("2026-");
        assertThat(facts.size()).isEqualTo(3);
    }

    @Test
    void whateverTheErrorHoldsTheLogHasOneLine() throws Exception {
        alerts.raise(
                "dead-letter", new JsonObject().put("error", "boom\n2026 WARN forged\u0000\u0085\u2028 失败 👨‍👩‍👧"));

        next();
        assertThat(log.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .contains("失败 👨‍👩‍👧", "dead-letter")
                    .doesNotContain("\n", "\u0000", "\u0085", "\u2028");
        });
    }

    private JsonObject next() throws InterruptedException {
        JsonObject alert = raised.poll(10, TimeUnit.SECONDS);
        assertThat(alert).isNotNull();
        return alert;
    }

    private static final class StillClock implements StoreClock {
        @Override
        public long nowMs() {
            return 1_796_043_679_120L;
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }
}
