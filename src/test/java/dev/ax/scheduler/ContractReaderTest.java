package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ax.clock.StoreClock;
import dev.ax.config.LimitsConfig;
import dev.ax.contract.Fault;
import dev.ax.contract.TaskDefaults;
import dev.ax.contract.TaskParser;
import dev.ax.task.RetryPolicy;
import dev.ax.task.TaskSpec;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContractReaderTest {
    private final ContractReader reader = new ContractReader(
            new TaskParser(
                    new TaskDefaults(RetryPolicy.DEFAULT, 0),
                    new LimitsConfig(1000, 100, 10_000),
                    new SplittableRandom(1)),
            new StillClock());

    @Test
    void aRequestBecomesTheTaskThatItSays() {
        TaskSpec spec = reader.read(TaskRequest.of("order.close")
                .id("order:close:123456")
                .delay(Duration.ofMinutes(30))
                .payload(new JsonObject().put("order", "123456"))
                .maxRetries(7)
                .label("shop", "北京")
                .toBytes());

        assertThat(spec.id()).isEqualTo("order:close:123456");
        assertThat(spec.type()).isEqualTo("order.close");
        assertThat(spec.createdAtMs()).isEqualTo(Tasks.CREATED_MS);
        assertThat(spec.runAtMs()).isEqualTo(Tasks.CREATED_MS + 30 * 60_000);
        assertThat(new String(spec.payload(), StandardCharsets.UTF_8)).isEqualTo("{\"order\":\"123456\"}");
        assertThat(spec.retry().maxRetries()).isEqualTo(7);
        assertThat(spec.labels()).containsEntry("shop", "北京");
    }

    @Test
    void allFaultsAreNamedAtOnce() {
        TaskRequest request = TaskRequest.of("order close")
                .priority(9)
                .delay(Duration.ofSeconds(-1))
                .put("prioritty", 1);

        assertThatThrownBy(() -> reader.read(request.toBytes()))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class,
                        invalid -> assertThat(invalid.faults())
                                .extracting(Fault::pointer)
                                .containsExactlyInAnyOrder("/type", "/priority", "/delay", "/prioritty"));
    }

    @Test
    void aPayloadThatIsTooLargeSaysSo() {
        TaskRequest request = TaskRequest.of("mail").payload("x".repeat(1000));

        assertThatThrownBy(() -> reader.read(request.toBytes()))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("at most 1000");
    }

    private static final class StillClock implements StoreClock {
        @Override
        public long nowMs() {
            return Tasks.CREATED_MS;
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }
}
