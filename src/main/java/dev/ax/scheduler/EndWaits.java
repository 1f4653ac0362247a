package dev.ax.scheduler;

import dev.ax.store.TaskStore;
import dev.ax.task.Task;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Waits for the ends of tasks: looks once, then at each signal of {@link TaskEnds}, and each second all the same, since
 * a task may end on a node that is not heard.
 */
final class EndWaits {
    static final long LOOK_EVERY_MS = 1000;
    static final Duration LONGEST = Duration.ofHours(1);

    private final TaskStore store;
    private final TaskEnds ends;
    private final Timers timers;
    private final Executor loop;

    /** @param loop runs one thing after another: it owns the waits */
    EndWaits(TaskStore store, TaskEnds ends, Timers timers, Executor loop) {
        this.store = store;
        this.ends = ends;
        this.timers = timers;
        this.loop = loop;
    }

    /** The task once it has ended, or as it stands after {@code wait}; null where the id is not known. */
    Uni<Task> await(String id, Duration wait) {
        Duration atMost = wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
        long waitMs = Math.max(0, atMost.toMillis());
        return Uni.createFrom().emitter(emitter -> {
            Wait waiting = new Wait(id, waitMs, emitter);
            emitter.onTermination(() -> loop.execute(waiting::stop)); // answered, failed, or the caller went away
            loop.execute(waiting::start);
        });
    }

    /** One wait. Owned by the loop; what comes from elsewhere is brought there. */
    private final class Wait {
        private final String id;
        private final long waitMs;
        private final UniEmitter<? super Task> emitter;
        private Runnable leave = () -> {};
        private Runnable callOffDeadline = () -> {};
        private Runnable callOffLook = () -> {};
        private boolean known;
        private boolean looking;
        private boolean lookAgain;
        private boolean late;
        private boolean stopped;

        Wait(String id, long waitMs, UniEmitter<? super Task> emitter) {
            this.id = id;
            this.waitMs = waitMs;
            this.emitter = emitter;
        }

        void start() {
            if (stopped) {
                return;
            }
            late = waitMs == 0;
            if (!late) {
                leave = ends.await(id, () -> loop.execute(this::look)); // before the first look: no end falls between
                callOffDeadline = timers.after(waitMs, this::deadline);
            }
            look();
        }

        void stop() {
            stopped = true;
            leave.run();
            callOffDeadline.run();
            callOffLook.run();
        }

        private void deadline() {
            late = true;
            look();
        }

        private void look() {
            if (stopped) {
                return;
            }
            if (looking) {
                lookAgain = true; // what is under way may have read too early
                return;
            }
            looking = true;
            lookAgain = false;
            callOffLook.run();
            Uni.createFrom()
                    .deferred(() -> store.read(id))
                    .subscribe()
                    .with(task -> loop.execute(() -> seen(task)), failure -> loop.execute(() -> failed(failure)));
        }

        private void seen(Task task) {
            looking = false;
            known = true;
            if (task == null || task.state().ended() || late) {
                emitter.complete(task);
            } else {
                goOn();
            }
        }

        private void failed(Throwable failure) {
            looking = false;
            if (late || !known) {
                emitter.fail(failure);
            } else {
                goOn(); // the store may be back by the next look
            }
        }

        private void goOn() {
            if (stopped) {
                return;
            }
            if (lookAgain) {
                look();
            } else {
                callOffLook = timers.after(LOOK_EVERY_MS, this::look);
            }
        }
    }
}
