package dev.ax.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ax.config.StoreConfig;
import dev.ax.store.StoreException;
import dev.ax.store.Submission;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubmissionGrouperTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();
    private final FakeTaskStore store = new FakeTaskStore();
    private final ManualTimers timers = new ManualTimers();
    private final Held held = new Held();
    private final SubmissionGrouper grouper = grouper(100, 10_000);

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void fiftySubmissionsOfOneTurnTravelAsOneCallAndEachCallerGetsItsOwnResult() {
        List<CompletableFuture<List<Submission>>> answers = inOneTurn(50);

        for (int i = 0; i < 50; i++) {
            assertThat(answers.get(i).join()).singleElement().isInstanceOfSatisfying(Submission.Created.class, idOf(i));
        }
        assertThat(store.submits)
                .singleElement()
                .satisfies(call -> assertThat(call).hasSize(50));
        assertThat(grouper.waiting()).isZero();
    }

    @Test
    void submissionsOfDifferentTurnsTravelApart() {
        inOneTurn(1).get(0).join();
        inOneTurn(1).get(0).join();

        assertThat(store.submits).hasSize(2);
    }

    @Test
    void whatArrivesWhileACallIsUnderWayGathersAndGoesOnceThatIsAnswered() {
        store.onSubmit = held::hold;
        CompletableFuture<List<Submission>> first = submitted(grouper, "first");
        Call alone = held.next();
        CompletableFuture<List<Submission>> second = submitted(grouper, "second");
        CompletableFuture<List<Submission>> third = submitted(grouper, "third");
        assertThat(store.submits).hasSize(1);

        alone.answer();
        assertThat(ids(first.join())).containsExactly("first");
        held.next().answer();
        assertThat(ids(second.join())).containsExactly("second");
        assertThat(ids(third.join())).containsExactly("third");
        assertThat(store.submits).hasSize(2);
    }

    @Test
    void whatGathersGoesOnceItFillsACall() {
        SubmissionGrouper small = grouper(2, 10_000);
        store.onSubmit = held::hold;
        submitUnheard(small, "first");
        held.next();

        CompletableFuture<List<Submission>> second = submitted(small, "second");
        submitUnheard(small, "third");
        held.next().answer();
        assertThat(ids(second.join())).containsExactly("second");
        CompletableFuture<List<Submission>> fourth = submitted(small, "fourth");

        assertThat(store.submits).hasSize(2); // the first call is under way still
        assertThat(fourth).isNotDone();
    }

    @Test
    void aStoreThatHangsHoldsUpOnlyWhatItWasGiven() {
        store.onSubmit = held::hold;
        submitUnheard(grouper, "first");
        held.next();
        submitUnheard(grouper, "second");
        submitUnheard(grouper, "third");
        assertThat(timers.pending()).isEqualTo(1);

        timers.advance(SubmissionGrouper.LONGEST_GATHERING_MS);

        assertThat(held.next().specs()).hasSize(2);
        assertThat(timers.pending()).isZero();
    }

    @Test
    void eachCallerIsAnsweredOnItsOwnContext() {
        store.onSubmit = held::hold;
        VertxInternal internal = (VertxInternal) vertx;
        for (Context caller : List.of(internal.createEventLoopContext(), internal.createWorkerContext())) {
            CompletableFuture<Context> answeredOn = new CompletableFuture<>();
            caller.runOnContext(ignored -> grouper.submit(List.of(Tasks.spec("a")))
                    .subscribe()
                    .with(results -> answeredOn.complete(Vertx.currentContext())));

            held.next().answer();

            assertThat(answeredOn.join()).isSameAs(caller);
        }
    }

    @Test
    void aCallerThatThrowsKeepsNoAnswerFromTheNext() {
        CompletableFuture<List<Submission>> next = new CompletableFuture<>();
        vertx.runOnContext(ignored -> {
            grouper.submit(List.of(Tasks.spec("a"))).subscribe().with(results -> {
                throw new IllegalStateException("a fault of the caller");
            });
            into(next, grouper.submit(List.of(Tasks.spec("b"))));
        });

        assertThat(ids(next.join())).containsExactly("b");
    }

    @Test
    void listsTravelTogetherAndAreParted() {
        CompletableFuture<List<Submission>> pair = new CompletableFuture<>();
        CompletableFuture<List<Submission>> single = new CompletableFuture<>();
        vertx.runOnContext(ignored -> {
            into(pair, grouper.submit(List.of(Tasks.spec("a"), Tasks.spec("b"))));
            into(single, grouper.submit(List.of(Tasks.spec("c"))));
        });

        assertThat(ids(pair.join())).containsExactly("a", "b");
        assertThat(ids(single.join())).containsExactly("c");
        assertThat(store.submits).hasSize(1);
    }

    @Test
    void aFullBatchTravelsAlone() {
        SubmissionGrouper small = grouper(2, 10_000);
        CompletableFuture<List<Submission>> batch = new CompletableFuture<>();
        CompletableFuture<List<Submission>> single = new CompletableFuture<>();
        vertx.runOnContext(ignored -> {
            into(single, small.submit(List.of(Tasks.spec("single"))));
            into(batch, small.submit(List.of(Tasks.spec("a"), Tasks.spec("b"))));
        });

        assertThat(ids(batch.join())).containsExactly("a", "b");
        assertThat(ids(single.join())).containsExactly("single");
        assertThat(store.submits).hasSize(2);
    }

    @Test
    void callersOnNoEventLoopAreServed() {
        List<Submission> results =
                grouper.submit(List.of(Tasks.spec("plain"))).await().atMost(SOON);

        assertThat(ids(results)).containsExactly("plain");
    }

    @Test
    void nothingIsAskedForAnEmptyList() {
        assertThat(grouper.submit(List.of()).await().atMost(SOON)).isEmpty();
        assertThat(store.submits).isEmpty();
    }

    @Test
    void aCallThatFailsFailsAllThatTravelledInIt() {
        StoreException away = new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
        store.onSubmit = specs -> Uni.createFrom().failure(away);

        for (CompletableFuture<List<Submission>> answer : inOneTurn(3)) {
            assertThatThrownBy(answer::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCause(away);
        }
        assertThat(store.submits).hasSize(1);
        assertThat(grouper.waiting()).isZero();
    }

    @Test
    void aStoreThatThrowsFailsAllThatTravelledInIt() {
        store.onSubmit = specs -> {
            throw new IllegalStateException("a fault");
        };

        for (CompletableFuture<List<Submission>> answer : inOneTurn(2)) {
            assertThatThrownBy(answer::join).hasRootCauseMessage("a fault");
        }
        assertThat(grouper.waiting()).isZero();
    }

    @Test
    void anAnswerOfTheWrongLengthIsGivenToNobody() {
        store.onSubmit = specs -> Uni.createFrom().item(List.of());

        assertThatThrownBy(inOneTurn(2).get(0)::join)
                .cause()
                .isInstanceOfSatisfying(
                        StoreException.class, fault -> assertThat(fault.kind()).isEqualTo(StoreException.Kind.BROKEN));
    }

    @Test
    void moreThanMayWaitIsRefusedAtOnceAndTakenAgainLater() {
        SubmissionGrouper bounded = grouper(2, 3);
        List<UniEmitter<? super List<Submission>>> held = new ArrayList<>();
        store.onSubmit = specs -> Uni.createFrom().emitter(held::add);
        CompletableFuture<List<Submission>> taken = new CompletableFuture<>();
        into(taken, bounded.submit(List.of(Tasks.spec("a"), Tasks.spec("b"))));
        CompletableFuture<List<Submission>> refused = new CompletableFuture<>();
        into(refused, bounded.submit(List.of(Tasks.spec("c"), Tasks.spec("d"))));

        assertThat(refused)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        StoreException.class, fault -> assertThat(fault.kind()).isEqualTo(StoreException.Kind.BUSY));
        assertThat(bounded.waiting()).isEqualTo(2);
        held.get(0).fail(new StoreException(StoreException.Kind.UNAVAILABLE, "away", null));
        assertThat(taken).isCompletedExceptionally();
        assertThat(bounded.waiting()).isZero();
        into(new CompletableFuture<>(), bounded.submit(List.of(Tasks.spec("c"), Tasks.spec("d"))));
        assertThat(held).hasSize(2);
    }

    @Test
    void aBatchAboveTheBoundPassesWhenItIsAlone() {
        SubmissionGrouper bounded = grouper(1, 1);

        assertThat(bounded.submit(List.of(Tasks.spec("a"), Tasks.spec("b")))
                        .await()
                        .atMost(SOON))
                .hasSize(2);
    }

    private List<CompletableFuture<List<Submission>>> inOneTurn(int count) {
        List<CompletableFuture<List<Submission>>> answers = IntStream.range(0, count)
                .mapToObj(i -> new CompletableFuture<List<Submission>>())
                .toList();
        vertx.runOnContext(ignored -> {
            for (int i = 0; i < count; i++) {
                into(answers.get(i), grouper.submit(List.of(Tasks.spec("task-" + i))));
            }
        });
        return answers;
    }

    private static void submitUnheard(SubmissionGrouper grouper, String id) {
        CompletableFuture<List<Submission>> unheard = submitted(grouper, id);
        assertThat(unheard).isNotNull();
    }

    private static CompletableFuture<List<Submission>> submitted(SubmissionGrouper grouper, String id) {
        CompletableFuture<List<Submission>> answer = new CompletableFuture<>();
        into(answer, grouper.submit(List.of(Tasks.spec(id))));
        return answer;
    }

    private SubmissionGrouper grouper(int batchSize, int maxQueued) {
        return new SubmissionGrouper(vertx, store, new StoreConfig(1, false, batchSize, maxQueued), timers);
    }

    private static Consumer<Submission.Created> idOf(int i) {
        return created -> assertThat(created.task().id()).isEqualTo("task-" + i);
    }

    private static List<String> ids(List<Submission> results) {
        return results.stream()
                .map(result -> ((Submission.Created) result).task().id())
                .toList();
    }

    private static <T> void into(CompletableFuture<T> future, Uni<T> uni) {
        uni.subscribe().with(future::complete, future::completeExceptionally);
    }

    /** Calls of the store that are answered when the test says so. */
    private static final class Held {
        private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

        Uni<List<Submission>> hold(List<TaskSpec> specs) {
            return Uni.createFrom().emitter(emitter -> calls.add(new Call(specs, emitter)));
        }

        Call next() {
            try {
                Call call = calls.poll(SOON.toSeconds(), TimeUnit.SECONDS);
                assertThat(call).as("a call of the store").isNotNull();
                return call;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", interrupted);
            }
        }
    }

    private record Call(List<TaskSpec> specs, UniEmitter<? super List<Submission>> emitter) {
        void answer() {
            emitter.complete(specs.stream()
                    .<Submission>map(spec -> new Submission.Created(Tasks.pending(spec)))
                    .toList());
        }
    }
}
