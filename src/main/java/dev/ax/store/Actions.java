package dev.ax.store;

import dev.ax.async.Bridge;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/** What a person does to one task: {@code cancel}, {@code run_now}, {@code replay}, {@code forget}. */
final class Actions {
    private final StoreParts store;

    Actions(StoreParts store) {
        this.store = store;
    }

    Uni<ActionResult> act(Script script, String id, Actor actor) {
        Group group = store.groupOf(id);
        byte[] note = new Note(actor.reason(), null).encode();
        ScriptArgs args = resend -> List.of(
                Group.bytes(resend ? 1 : 0),
                store.stepMs(),
                Group.bytes(id),
                Group.bytes(store.partitions().of(id)),
                Group.bytes(By.code(actor.by())),
                note);
        return Bridge.uni(() -> group.call(store.links().data(), script, args, StoreParts.BUDGET)
                .compose(answer -> {
                    if (answer.size() == 1) {
                        return Future.succeededFuture(new ActionResult.NotFound());
                    }
                    boolean done = answer.get(0).toString().equals("D");
                    TaskState from = TaskState.ofCode(answer.get(1).toInteger());
                    return store.snapshots().task(group, answer.get(2)).map(task -> {
                        if (!done) {
                            return new ActionResult.Forbidden(task);
                        }
                        if (script != Script.FORGET) {
                            tellAction(from, task, actor);
                        }
                        return new ActionResult.Done(from, task);
                    });
                }));
    }

    private void tellAction(TaskState from, Task task, Actor actor) {
        TaskSpec spec = task.spec();
        long atMs = task.state() == TaskState.CANCELED ? task.endedAtMs() : task.runAtMs();
        store.news()
                .made(
                        List.of(new Transition(
                                atMs,
                                task.id(),
                                spec.type(),
                                spec.queue(),
                                from,
                                task.state(),
                                task.attempt(),
                                null,
                                task.node(),
                                actor.reason())),
                        task.state() == TaskState.READY ? Set.of(spec.route()) : Set.of());
        if (task.state() == TaskState.PENDING) {
            store.news().due(task.id(), task.runAtMs());
        }
    }
}
