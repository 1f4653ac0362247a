package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ax.scheduler.Handlers;
import dev.ax.scheduler.PermanentFailureException;
import dev.ax.task.Target;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BuiltinHandlersTest {
    private final Handlers handlers = new Handlers();

    @BeforeEach
    void register() {
        BuiltinHandlers.register(handlers);
    }

    @Test
    void allAreThere() {
        assertThat(handlers.types()).containsExactlyInAnyOrder("ax.noop", "ax.echo", "ax.sleep", "ax.fail", "ax.log");
    }

    @Test
    void noopSleepAndLogReturnNothing() throws Exception {
        assertThat(call("ax.noop", null, 1, 0)).isNull();
        assertThat(call("ax.sleep", "{\"ms\":1}", 1, 0)).isNull();
        assertThat(call("ax.log", "{\"备注\":\"a\\nb\"}", 1, 0)).isNull();
    }

    @Test
    void echoReturnsThePayloadByteForByte() throws Exception {
        String payload = "{ \"n\" : 1e400, \"n\" : 12345678901234567890.5 }";

        assertThat((Buffer) call("ax.echo", payload, 1, 0)).hasToString(payload);
        assertThat(Results.ofValue(call("ax.echo", null, 1, 0)).resultOmitted()).isFalse();
    }

    @Test
    void failFailsAsManyAttemptsAsAskedThenSucceeds() throws Exception {
        String twice = "{\"times\":2}";

        assertThatThrownBy(() -> call("ax.fail", twice, 1, 0)).isNotInstanceOf(PermanentFailureException.class);
        assertThatThrownBy(() -> call("ax.fail", twice, 2, 1)).hasMessageContaining("attempt 2");
        assertThat(call("ax.fail", twice, 3, 2)).isNull();
    }

    @Test
    void failForGoodSucceedsOnceItWasReplayed() throws Exception {
        String once = "{\"times\":1,\"permanent\":true}";

        assertThatThrownBy(() -> call("ax.fail", once, 1, 0)).isInstanceOf(PermanentFailureException.class);
        assertThat(call("ax.fail", once, 2, 0)).isNull();
    }

    @Test
    void payloadOfTheWrongShapeIsAPermanentFailure() {
        assertThatThrownBy(() -> call("ax.sleep", "{\"ms\":\"long\"}", 1, 0))
                .isInstanceOf(PermanentFailureException.class)
                .hasMessageContaining("ms is a number");
        assertThatThrownBy(() -> call("ax.sleep", "[1]", 1, 0)).isInstanceOf(PermanentFailureException.class);
    }

    private Object call(String type, String payload, int attempt, int retry) throws Exception {
        Attempt running = new Attempt(
                Runs.task("t", type, payload, Runs.LONG, Target.Handler.INSTANCE, attempt, retry, 0),
                new FakeGuard(),
                new FakeSink(),
                new Slots(1),
                Runs.NODE);
        return handlers.find(type).handle(new AttemptContext(running));
    }
}
