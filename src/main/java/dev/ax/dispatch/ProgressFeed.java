package dev.ax.dispatch;

import dev.ax.store.TaskStore;
import dev.ax.task.Progress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Passes on what attempts say of themselves: of each attempt the latest word, so that a handler that talks in a loop
 * does not flood the store. Best effort. Owned by the loop.
 */
final class ProgressFeed {

    /** Faster than a person reads. */
    private static final long PAUSE_MS = 500;

    private final Loop loop;
    private final TaskStore store;
    private final Consumer<HeldAttempt> lost;
    /** Of attempts that spoke less than a pause ago: what they have said since; a missing word is null. */
    private final Map<HeldAttempt, Progress> latest = new HashMap<>();

    ProgressFeed(Loop loop, TaskStore store, Consumer<HeldAttempt> lost) {
        this.loop = loop;
        this.store = store;
        this.lost = lost;
    }

    void say(HeldAttempt attempt, Progress progress) {
        if (!attempt.holds() || attempt.over()) {
            return;
        }
        if (latest.containsKey(attempt)) {
            latest.put(attempt, progress);
        } else {
            latest.put(attempt, null);
            send(attempt, progress);
        }
    }

    private void send(HeldAttempt attempt, Progress progress) {
        store.heartbeat(attempt.holding(), progress)
                .subscribe()
                .with(
                        valid -> loop.run(() -> sent(attempt, valid)),
                        // The store's absence is told by those whose calls matter; here the next word makes up for it.
                        fault -> loop.run(() -> sent(attempt, true)));
    }

    private void sent(HeldAttempt attempt, boolean valid) {
        if (!valid && !attempt.over()) {
            lost.accept(attempt);
        }
        loop.after(PAUSE_MS, () -> {
            Progress next = latest.remove(attempt);
            if (next != null) {
                say(attempt, next);
            }
        });
    }
}
