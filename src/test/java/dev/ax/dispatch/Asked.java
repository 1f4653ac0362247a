package dev.ax.dispatch;

import dev.ax.store.StoreException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;

/** A call of a store that a test answers when it likes. */
final class Asked<Q, A> {
    final Q question;
    private final UniEmitter<? super A> emitter;

    private Asked(Q question, UniEmitter<? super A> emitter) {
        this.question = question;
        this.emitter = emitter;
    }

    void answer(A answer) {
        emitter.complete(answer);
    }

    void fail(Throwable fault) {
        emitter.fail(fault);
    }

    /** The answer does not come. */
    void away() {
        fail(new StoreException(StoreException.Kind.UNAVAILABLE, "away", null));
    }

    /** All calls of a kind, in order. */
    static final class Calls<Q, A> {
        private final List<Asked<Q, A>> waiting = new ArrayList<>();
        private int count;

        Uni<A> ask(Q question) {
            return Uni.createFrom().emitter(emitter -> {
                count++;
                waiting.add(new Asked<>(question, emitter));
            });
        }

        /** The only call that waits for its answer. */
        Asked<Q, A> one() {
            if (waiting.size() != 1) {
                throw new AssertionError(waiting.size() + " calls wait for their answers");
            }
            return waiting.remove(0);
        }

        Asked<Q, A> next() {
            return waiting.remove(0);
        }

        boolean none() {
            return waiting.isEmpty();
        }

        int waiting() {
            return waiting.size();
        }

        /** How often it was called. */
        int count() {
            return count;
        }
    }
}
