package dev.ax.worker;

import dev.ax.task.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what a pool said of an attempt, and how often. */
final class FakeSink implements AttemptSink {
    static final Object NEVER_BEGAN = "never began";

    final AtomicInteger calls = new AtomicInteger();
    private final CompletableFuture<Object> word = new CompletableFuture<>();
    private volatile long startedAtMs = -1;

    /** That the executor will report. */
    record Detached(Duration heartbeat) {}

    @Override
    public void ended(long startedAtMs, Outcome outcome, String logUrl) {
        this.startedAtMs = startedAtMs;
        say(outcome);
    }

    @Override
    public void detached(long startedAtMs, Duration heartbeat) {
        this.startedAtMs = startedAtMs;
        say(new Detached(heartbeat));
    }

    @Override
    public void neverBegan() {
        say(NEVER_BEGAN);
    }

    private void say(Object what) {
        calls.incrementAndGet();
        word.complete(what);
    }

    /** Waits for the word. */
    Object await() {
        try {
            return word.get(30, TimeUnit.SECONDS);
        } catch (Exception fault) {
            throw new AssertionError("the sink was not called", fault);
        }
    }

    Outcome.Failed awaitFailure() {
        return (Outcome.Failed) await();
    }

    Outcome.Succeeded awaitSuccess() {
        return (Outcome.Succeeded) await();
    }

    boolean isTold() {
        return word.isDone();
    }

    long startedAtMs() {
        return startedAtMs;
    }
}
