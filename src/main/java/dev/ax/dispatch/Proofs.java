package dev.ax.dispatch;

import dev.ax.store.Holding;
import dev.ax.store.StoreWatch;
import dev.ax.store.TaskStore;
import java.util.List;
import java.util.function.Consumer;

/**
 * Says whether attempts still hold: without a read while the lease was proved less than half a lease ago, else by asking
 * the store for the token, in batches. Owned by the loop, save for {@link #fresh}.
 */
final class Proofs {
    private final LeaseAge age;
    private final Consumer<HeldAttempt> lost;
    private final Batches<Question, Boolean> questions;

    /**
     * Makes one.
     *
     * @param lost gets what was found to be lost, before whoever asked hears of it
     */
    Proofs(Loop loop, TaskStore store, StoreWatch.Source watch, LeaseAge age, Consumer<HeldAttempt> lost) {
        this.age = age;
        this.lost = lost;
        this.questions = new Batches<>(
                loop,
                watch,
                asked -> {
                    Stamp sent = age.now();
                    asked.forEach(question -> question.sent = sent);
                    return store.holds(holdings(asked));
                },
                this::answered,
                // What cannot be proved must not be acted on; its lease ends and it runs again.
                (question, fault) -> answered(question, false));
    }

    /** Whether it needs no read to say whether the attempt holds. Any thread. */
    boolean fresh(HeldAttempt attempt) {
        return age.fresh(attempt.proof());
    }

    /** Calls {@code then} in a turn of the loop, in this one where no read is needed; what it does there is one step with the check. */
    void check(HeldAttempt attempt, Consumer<Boolean> then) {
        if (!attempt.holds()) {
            then.accept(false);
        } else if (fresh(attempt)) {
            then.accept(true);
        } else {
            questions.add(new Question(attempt, then));
        }
    }

    private void answered(Question question, boolean holds) {
        if (!question.attempt.holds()) {
            question.then.accept(false);
        } else if (!holds) {
            lost.accept(question.attempt);
            question.then.accept(false);
        } else if (!age.fresh(question.sent)) {
            // The process stood still between the store's answer and this turn: it proves nothing about now.
            questions.add(question);
        } else {
            question.then.accept(true);
        }
    }

    private static List<Holding> holdings(List<Question> asked) {
        return asked.stream().map(question -> question.attempt.holding()).toList();
    }

    private static final class Question {
        private final HeldAttempt attempt;
        private final Consumer<Boolean> then;
        private Stamp sent;

        private Question(HeldAttempt attempt, Consumer<Boolean> then) {
            this.attempt = attempt;
            this.then = then;
        }
    }
}
