package dev.ax.scheduler;

import dev.ax.config.StoreConfig;
import dev.ax.store.Submission;
import dev.ax.store.TaskStore;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.util.List;

/** Submissions of one turn of an event loop, each made by itself, for tests of other packages. */
public final class GroupedSubmits {
    private GroupedSubmits() {}

    /** Submits each task alone, all in one turn, and waits for the answers. */
    public static void inOneTurn(Vertx vertx, TaskStore store, StoreConfig limits, List<TaskSpec> specs) {
        SubmissionGrouper grouper = new SubmissionGrouper(vertx, store, limits);
        Uni<List<List<Submission>>> all = Uni.join()
                .all(specs.stream().map(spec -> grouper.submit(List.of(spec))).toList())
                .andFailFast();
        Uni.createFrom()
                .<List<List<Submission>>>emitter(
                        emitter -> vertx.runOnContext(turn -> all.subscribe().with(emitter::complete, emitter::fail)))
                .await()
                .indefinitely();
    }
}
