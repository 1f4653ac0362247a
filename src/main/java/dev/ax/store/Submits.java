package dev.ax.store;

import dev.ax.store.StoreException.Kind;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The script {@code submit}: new tasks, compared with what is known. */
final class Submits {
    private static final int LANE_TRIES = 3;

    private final StoreParts store;

    Submits(StoreParts store) {
        this.store = store;
    }

    Uni<List<Submission>> submit(List<TaskSpec> specs) {
        return store.pieces()
                .cut(
                        specs,
                        TaskSpec::id,
                        (group, piece) -> submitPiece(group, piece, LANE_TRIES)
                                .recover(fault -> fault instanceof StoreException refusal
                                        ? Future.succeededFuture(refused(piece.size(), refusal))
                                        : Future.failedFuture(fault)));
    }

    private static List<Submission> refused(int count, StoreException why) {
        List<Submission> refusals = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            refusals.add(new Submission.Refused(why));
        }
        return refusals;
    }

    private Future<List<Submission>> submitPiece(Group group, List<TaskSpec> specs, int tries) {
        Set<Lane> lanes = new LinkedHashSet<>();
        specs.forEach(spec -> lanes.add(new Lane(spec.queue(), spec.route())));
        return group.numberLanes(store.links().data(), lanes, StoreParts.BUDGET)
                .compose(numbered -> group.call(
                        store.links().data(), Script.SUBMIT, submitArgs(group, specs, lanes), StoreParts.BUDGET))
                .compose(answer -> {
                    if (Group.isList(answer)) {
                        return submissions(group, specs, answer);
                    }
                    group.forgetLanes();
                    return tries > 1
                            ? submitPiece(group, specs, tries - 1)
                            : Future.failedFuture(
                                    new StoreException(Kind.BROKEN, "lanes have no steady numbers", null));
                });
    }

    private ScriptArgs submitArgs(Group group, List<TaskSpec> specs, Set<Lane> lanes) {
        List<byte[]> rest = new ArrayList<>(2 * lanes.size() + 3 * specs.size());
        for (Lane lane : lanes) {
            rest.add(group.laneNumber(lane));
            rest.add(Group.bytes(lane.name()));
        }
        for (TaskSpec spec : specs) {
            rest.add(Group.bytes(spec.id()));
            rest.add(Group.bytes(store.partitions().of(spec.id())));
            rest.add(SpecCodec.encode(spec, group.laneNumber(new Lane(spec.queue(), spec.route()))));
        }
        return resend -> {
            List<byte[]> args = new ArrayList<>(3 + rest.size());
            args.add(Group.bytes(resend ? 1 : 0));
            args.add(store.stepMs());
            args.add(Group.bytes(lanes.size()));
            args.addAll(rest);
            return args;
        };
    }

    private Future<List<Submission>> submissions(Group group, List<TaskSpec> specs, Response answer) {
        List<Transition> made = new ArrayList<>();
        Set<String> ready = new HashSet<>();
        List<Future<Submission>> results = new ArrayList<>(specs.size());
        for (int i = 0; i < specs.size(); i++) {
            TaskSpec spec = specs.get(i);
            Response item = answer.get(i);
            if (Group.isList(item)) {
                boolean same = item.get(0).toString().equals("E");
                results.add(store.snapshots()
                        .task(group, item.get(1))
                        .map(task -> same ? new Submission.Existing(task) : new Submission.Conflict(task)));
                continue;
            }
            boolean isReady = spec.runAtMs() <= spec.createdAtMs();
            TaskState state = isReady ? TaskState.READY : TaskState.PENDING;
            made.add(new Transition(
                    spec.createdAtMs(), spec.id(), spec.type(), spec.queue(), null, state, 0, null, null, null));
            if (isReady) {
                ready.add(spec.route());
            } else {
                store.news().due(spec.id(), spec.runAtMs());
            }
            results.add(Future.succeededFuture(new Submission.Created(created(spec, state))));
        }
        store.news().made(made, ready);
        return Future.join(results).transform(done -> {
            List<Submission> submissions = new ArrayList<>(results.size());
            for (Future<Submission> result : results) {
                submissions.add(result.succeeded() ? result.result() : new Submission.Refused(asStore(result.cause())));
            }
            return Future.succeededFuture(submissions);
        });
    }

    private static Task created(TaskSpec spec, TaskState state) {
        long readyAtMs = state == TaskState.READY ? spec.createdAtMs() : 0;
        return new Task(
                spec,
                state,
                spec.priority(),
                spec.runAtMs(),
                readyAtMs,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                1,
                null,
                null,
                null,
                false,
                null);
    }

    private static StoreException asStore(Throwable fault) {
        return fault instanceof StoreException known
                ? known
                : new StoreException(Kind.BROKEN, fault.getMessage(), fault);
    }
}
