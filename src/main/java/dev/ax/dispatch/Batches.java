package dev.ax.dispatch;

import dev.ax.store.StoreException;
import dev.ax.store.StoreWatch;
import io.smallrye.mutiny.Uni;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Sends items to the store in batches, one batch on its way at a time: what gathers meanwhile travels next. A batch that
 * found the store away is sent again, unchanged and before all others, until it is answered; the calls are such that a
 * repeat is harmless. Owned by the loop.
 */
final class Batches<T, R> {

    /** A longer call blocks the store for everyone and is no cheaper an item; the store cuts it into script calls. */
    static final int MOST_ITEMS = 1_000;

    private final Loop loop;
    private final StoreWatch.Source watch;
    private final Function<List<T>, Uni<List<R>>> call;
    private final BiConsumer<T, R> answered;
    private final BiConsumer<T, Throwable> givenUp;
    private final Deque<T> waiting = new ArrayDeque<>();
    private final Backoff backoff = new Backoff();
    private boolean scheduled;
    private boolean onItsWay;
    private int oneByOne;

    /**
     * Makes an empty one.
     *
     * @param call called anew for each sending
     * @param answered gets each item with its part of the answer
     * @param givenUp gets an item that the store, asked for it alone, could not deal with
     */
    Batches(
            Loop loop,
            StoreWatch.Source watch,
            Function<List<T>, Uni<List<R>>> call,
            BiConsumer<T, R> answered,
            BiConsumer<T, Throwable> givenUp) {
        this.loop = loop;
        this.watch = watch;
        this.call = call;
        this.answered = answered;
        this.givenUp = givenUp;
    }

    /** Takes an item; it is sent in a later turn, with what else has come by then. */
    void add(T item) {
        waiting.add(item);
        schedule();
    }

    /** Whether nothing waits and nothing is on its way. */
    boolean idle() {
        return waiting.isEmpty() && !onItsWay;
    }

    private void schedule() {
        if (!scheduled && !onItsWay && !waiting.isEmpty()) {
            scheduled = true;
            loop.execute(this::flush);
        }
    }

    private void flush() {
        scheduled = false;
        if (idle() || onItsWay) {
            return;
        }
        int size = Math.min(waiting.size(), oneByOne > 0 ? 1 : MOST_ITEMS);
        oneByOne = Math.max(0, oneByOne - 1);
        List<T> batch = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            batch.add(waiting.poll());
        }
        onItsWay = true;
        send(batch);
    }

    private void send(List<T> batch) {
        Uni.createFrom()
                .deferred(() -> call.apply(batch))
                .subscribe()
                .with(
                        answers -> loop.run(() -> answered(batch, answers)),
                        fault -> loop.run(() -> failed(batch, fault)));
    }

    private void answered(List<T> batch, List<R> answers) {
        if (answers.size() != batch.size()) {
            failed(batch, new IllegalStateException(answers.size() + " answers for " + batch.size() + " items"));
            return;
        }
        watch.worked();
        backoff.reset();
        onItsWay = false;
        for (int i = 0; i < batch.size(); i++) {
            answered.accept(batch.get(i), answers.get(i));
        }
        schedule();
    }

    private void failed(List<T> batch, Throwable fault) {
        watch.failed(fault);
        if (fault instanceof StoreException refused && refused.retryable()) {
            loop.after(backoff.nextMs(), () -> send(batch));
            return;
        }
        onItsWay = false;
        if (batch.size() == 1) {
            givenUp.accept(batch.get(0), fault);
        } else {
            // One of them spoils the call: each by itself, so that it spoils no other.
            oneByOne = Math.max(oneByOne, batch.size());
            for (int i = batch.size() - 1; i >= 0; i--) {
                waiting.addFirst(batch.get(i));
            }
        }
        schedule();
    }
}
