package dev.ax.drill;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A drill on a thread of its own, whose end a test waits for. */
final class SideBySide {

    /** What it does; closes what it started even when interrupted. */
    @FunctionalInterface
    interface Drill {
        void run() throws Exception;
    }

    private final String name;
    private final FutureTask<Void> task;

    private SideBySide(String name, Drill drill) {
        this.name = name;
        this.task = new FutureTask<>(() -> {
            drill.run();
            return null;
        });
    }

    static SideBySide start(String name, Drill drill) {
        SideBySide started = new SideBySide(name, drill);
        Thread thread = new Thread(started.task, name);
        thread.setDaemon(true);
        thread.start();
        return started;
    }

    /** Waits for its end; fails as it failed. */
    void join(Duration atMost) {
        try {
            task.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException fault) {
            throw new AssertionError(name + ": " + fault.getCause().getMessage(), fault.getCause());
        } catch (TimeoutException late) {
            throw new AssertionError(name + " has not ended", late);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** Interrupts it where it still runs. */
    void abandon() {
        task.cancel(true);
    }
}
