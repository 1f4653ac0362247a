package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.store.StoreException;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CancelerTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final long TOKEN = 1_764_508_879_123_456L;

    private final Vertx vertx = Vertx.vertx();
    private final FakeTaskStore store = new FakeTaskStore();
    private final Canceler canceler = new Canceler(store, vertx.eventBus());
    private final BlockingQueue<JsonObject> asked = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void theAnswerShowsWhenTheHandlerWasCalled() {
        found(TaskState.RUNNING, "n1");
        nodeReplies("n1", new JsonObject().put("startedAt", 1_000_123L));

        assertThat(cancel().startedAtMs()).isEqualTo(1_000_123);
        assertThat(asked).containsExactly(new JsonObject().put("id", "a").put("token", TOKEN));
        assertThat(store.settled).containsExactly("a " + TOKEN + " 1000123");
    }

    @Test
    void theAnswerShowsThatTheHandlerWasNeverCalled() {
        found(TaskState.RUNNING, "n1");
        nodeReplies("n1", new JsonObject().put("startedAt", 0L));

        assertThat(cancel().startedAtMs()).isZero();
        assertThat(store.settled).containsExactly("a " + TOKEN + " 0");
    }

    @Test
    void aNodeThatDoesNotKnowTheAttemptLeavesTheAnswerAsItStands() {
        found(TaskState.RUNNING, "n1");
        nodeReplies("n1", new JsonObject().put("startedAt", -1L));

        assertAsItStands();
    }

    @Test
    void aSilentNodeDelaysTheAnswerButDoesNotChangeIt() {
        found(TaskState.RUNNING, "n1");
        vertx.eventBus().<JsonObject>consumer("ax.node.n1.interrupt", message -> asked.add(message.body()));

        assertAsItStands();
        assertThat(asked).hasSize(1);
    }

    @Test
    void aNodeThatIsGoneLeavesTheAnswerAsItStands() {
        found(TaskState.RUNNING, "gone");

        assertAsItStands();
    }

    @Test
    void aReplyThatMakesNoSenseLeavesTheAnswerAsItStands() {
        found(TaskState.RUNNING, "n1");
        nodeReplies("n1", new JsonObject().put("startedAt", "soon"));

        assertAsItStands();
    }

    @Test
    void aStoreThatCannotSettleTheStartLeavesTheAnswerAsItStands() {
        found(TaskState.RUNNING, "n1");
        nodeReplies("n1", new JsonObject().put("startedAt", 1_000_123L));
        store.settling = Uni.createFrom().failure(new StoreException(StoreException.Kind.UNAVAILABLE, "away", null));

        assertThat(cancel().startedAtMs()).isEqualTo(Tasks.CLAIMED_MS);
    }

    @Test
    void noNodeIsAskedWhereTheTaskDidNotRun() {
        found(TaskState.PENDING, "n1"); // the node of an attempt before
        nodeReplies("n1", new JsonObject().put("startedAt", 1_000_123L));

        assertAsItStands();
        assertThat(asked).isEmpty();
    }

    @Test
    void noNodeIsAskedWhereAnExecutorReports() {
        found(TaskState.RUNNING, null);

        assertAsItStands();
    }

    @Test
    void whatIsForbiddenOrUnknownPassesThrough() {
        ActionResult forbidden = new ActionResult.Forbidden(Tasks.in(TaskState.SUCCEEDED, "a"));
        store.onCancel = (id, actor) -> Uni.createFrom().item(forbidden);
        assertThat(result()).isSameAs(forbidden);

        store.onCancel = (id, actor) -> Uni.createFrom().item(new ActionResult.NotFound());
        assertThat(result()).isInstanceOf(ActionResult.NotFound.class);
    }

    private void found(TaskState from, String node) {
        Task canceled = Tasks.claimed(TaskState.CANCELED, "a", TOKEN, node);
        store.onCancel = (id, actor) -> Uni.createFrom().item(new ActionResult.Done(from, canceled));
    }

    private void nodeReplies(String node, JsonObject reply) {
        vertx.eventBus().<JsonObject>consumer("ax.node." + node + ".interrupt", message -> {
            asked.add(message.body());
            message.reply(reply);
        });
    }

    private void assertAsItStands() {
        assertThat(cancel().startedAtMs()).isEqualTo(Tasks.CLAIMED_MS);
        assertThat(store.settled).isEmpty();
    }

    private Task cancel() {
        return ((ActionResult.Done) result()).task();
    }

    private ActionResult result() {
        return canceler.cancel("a", Actor.embedded("paid")).await().atMost(SOON);
    }
}
