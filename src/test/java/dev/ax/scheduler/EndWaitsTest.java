package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.store.StoreException;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndWaitsTest {
    private static final Task RUNNING = Tasks.in(TaskState.RUNNING, "a");
    private static final Task SUCCEEDED = Tasks.in(TaskState.SUCCEEDED, "a");
    private final StoreException away = new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);

    private final FakeTaskStore store = new FakeTaskStore();
    private final TaskEnds ends = new TaskEnds();
    private final ManualTimers timers = new ManualTimers();
    private final EndWaits waits = new EndWaits(store, ends, timers, Runnable::run);

    @Test
    void aTaskThatHasEndedIsAnsweredAtOnce() {
        stands(SUCCEEDED);

        await(Duration.ofSeconds(30)).assertItem(SUCCEEDED);
        assertNothingIsLeft();
    }

    @Test
    void anUnknownTaskIsAnsweredAtOnce() {
        await(Duration.ofSeconds(30)).assertItem(null);
        assertNothingIsLeft();
    }

    @Test
    void aSignalEndsTheWaitWithoutTimePassing() {
        stands(RUNNING);
        UniAssertSubscriber<Task> answer = await(Duration.ofSeconds(30));
        answer.assertNotTerminated();

        stands(SUCCEEDED);
        ends.onTransitions(List.of(ended("other"), ended("a")));

        answer.assertItem(SUCCEEDED);
        assertThat(store.reads).hasSize(2);
        assertNothingIsLeft();
    }

    @Test
    void transitionsThatAreNoEndsWakeNobody() {
        stands(RUNNING);
        await(Duration.ofSeconds(30));

        ends.onTransitions(List.of(transition("a", TaskState.PENDING)));

        assertThat(store.reads).hasSize(1);
    }

    @Test
    void anEndThatNobodySignalsIsSeenWithinASecond() {
        stands(RUNNING);
        UniAssertSubscriber<Task> answer = await(Duration.ofSeconds(30));
        timers.advance(999);
        stands(SUCCEEDED);
        answer.assertNotTerminated();

        timers.advance(1);

        answer.assertItem(SUCCEEDED);
        assertNothingIsLeft();
    }

    @Test
    void theStoreIsLookedAtOnceASecondAndNoMore() {
        stands(RUNNING);
        await(Duration.ofSeconds(30));

        timers.advance(10_500);

        assertThat(store.reads).hasSize(11);
    }

    @Test
    void afterTheWaitTheTaskIsAnsweredAsItStands() {
        stands(RUNNING);
        UniAssertSubscriber<Task> answer = await(Duration.ofMillis(2500));
        timers.advance(2499);
        answer.assertNotTerminated();

        timers.advance(1);

        answer.assertItem(RUNNING);
        assertNothingIsLeft();
    }

    @Test
    void noWaitIsOneLook() {
        stands(RUNNING);

        await(Duration.ZERO).assertItem(RUNNING);
        await(Duration.ofSeconds(-1)).assertItem(RUNNING);
        assertThat(store.reads).hasSize(2);
    }

    @Test
    void aWaitIsAnHourAtMost() {
        stands(RUNNING);
        UniAssertSubscriber<Task> answer = await(Duration.ofDays(365));

        timers.advance(Duration.ofHours(1).toMillis());

        answer.assertItem(RUNNING);
    }

    @Test
    void anEndDuringALookIsNotMissed() {
        List<UniEmitter<? super Task>> looks = new ArrayList<>();
        store.onRead = id -> Uni.createFrom().emitter(looks::add);
        UniAssertSubscriber<Task> answer = await(Duration.ofSeconds(30));

        ends.onTransitions(List.of(ended("a")));
        looks.get(0).complete(RUNNING); // read before the end, answered after it
        looks.get(1).complete(SUCCEEDED);

        answer.assertItem(SUCCEEDED);
    }

    @Test
    void aStoreThatIsAwayForAMomentDoesNotEndTheWait() {
        stands(RUNNING);
        UniAssertSubscriber<Task> answer = await(Duration.ofSeconds(30));
        store.onRead = id -> Uni.createFrom().failure(away);
        timers.advance(5000);
        answer.assertNotTerminated();

        stands(SUCCEEDED);
        timers.advance(1000);

        answer.assertItem(SUCCEEDED);
    }

    @Test
    void aStoreThatIsAwayFromTheFirstOrToTheLastFailsTheWait() {
        store.onRead = id -> Uni.createFrom().failure(away);
        await(Duration.ofSeconds(30)).assertFailedWith(StoreException.class);

        stands(RUNNING);
        UniAssertSubscriber<Task> answer = await(Duration.ofSeconds(30));
        store.onRead = id -> Uni.createFrom().failure(away);
        timers.advance(30_000);

        answer.assertFailedWith(StoreException.class);
        assertNothingIsLeft();
    }

    @Test
    void aCallerThatGoesAwayLeavesNothingBehind() {
        stands(RUNNING);
        await(Duration.ofSeconds(30)).cancel();

        assertNothingIsLeft();
    }

    @Test
    void severalMayWaitForOneTask() {
        stands(RUNNING);
        UniAssertSubscriber<Task> one = await(Duration.ofSeconds(30));
        UniAssertSubscriber<Task> other = await(Duration.ofSeconds(30));
        one.cancel();

        stands(SUCCEEDED);
        ends.onTransitions(List.of(ended("a")));

        other.assertItem(SUCCEEDED);
        assertNothingIsLeft();
    }

    private void stands(Task task) {
        store.onRead = id -> Uni.createFrom().item(task);
    }

    private UniAssertSubscriber<Task> await(Duration wait) {
        return waits.await("a", wait).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private void assertNothingIsLeft() {
        assertThat(timers.pending()).isZero();
        assertThat(ends.size()).isZero();
    }

    private static Transition ended(String id) {
        return transition(id, TaskState.SUCCEEDED);
    }

    private static Transition transition(String id, TaskState to) {
        return new Transition(1, id, null, null, TaskState.RUNNING, to, 1, null, null, null);
    }
}
