package dev.ax.store;

import dev.ax.async.Bridge;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** From due to a node: {@code upcoming}, {@code fire}, {@code claim}. */
final class Handouts {
    private final StoreParts store;

    Handouts(StoreParts store) {
        this.store = store;
    }

    Uni<Upcoming> upcoming(int partition, long afterMs, long untilMs, int limit) {
        List<byte[]> args =
                List.of(Group.bytes(partition), Group.bytes(afterMs), Group.bytes(untilMs), Group.bytes(limit));
        Group group = store.groups().get(store.partitions().groupOf(partition));
        return Bridge.uni(() -> group.call(store.links().control(), Script.UPCOMING, resend -> args, Duration.ZERO)
                .map(answer -> {
                    long[] dueMs = new long[answer.size() - 1];
                    for (int i = 0; i < dueMs.length; i++) {
                        dueMs[i] = Long.parseLong(answer.get(i + 1).toString());
                    }
                    return new Upcoming(dueMs, answer.get(0).toString().equals("1"));
                }));
    }

    Uni<Fired> fire(List<Integer> wanted, int limit) {
        List<byte[]> args = new ArrayList<>(2 + wanted.size());
        args.add(store.stepMs());
        args.add(Group.bytes(limit));
        wanted.forEach(partition -> args.add(Group.bytes(partition)));
        Group group = store.groups().get(store.partitions().groupOf(wanted.get(0)));
        return Bridge.uni(() -> group.call(store.links().data(), Script.FIRE, resend -> args, Duration.ZERO)
                .compose(answer -> named(group, answer.get(1)).map(known -> fired(group, wanted, answer))));
    }

    private Future<Void> named(Group group, Response members) {
        for (Response member : members) {
            if (group.lane(Snapshots.laneOf(member.toBytes())) == null) {
                return group.learnNames(store.links().data(), StoreParts.BUDGET);
            }
        }
        return Future.succeededFuture();
    }

    private Fired fired(Group group, List<Integer> wanted, Response answer) {
        long nowMs = Long.parseLong(answer.get(0).toString());
        Response members = answer.get(1);
        List<Transition> made = new ArrayList<>(members.size());
        Set<String> routes = new HashSet<>();
        for (Response each : members) {
            byte[] member = each.toBytes();
            Lane lane = group.lane(Snapshots.laneOf(member));
            if (lane != null) {
                routes.add(lane.route());
                made.add(new Transition(
                        nowMs,
                        Snapshots.idOf(member),
                        lane.type(),
                        lane.queue(),
                        TaskState.PENDING,
                        TaskState.READY,
                        0,
                        null,
                        null,
                        null));
            }
        }
        store.news().made(made, routes);
        List<Fired.Partition> next = new ArrayList<>(wanted.size());
        for (int i = 0; i < wanted.size(); i++) {
            next.add(new Fired.Partition(
                    wanted.get(i), Long.parseLong(answer.get(i + 2).toString())));
        }
        return new Fired(members.size(), routes, next);
    }

    Uni<List<ClaimedTask>> claim(Claim claim) {
        Group group = store.groups().get(claim.group());
        List<byte[]> args = new ArrayList<>();
        args.add(Group.bytes(claim.node().number()));
        args.add(Group.bytes(claim.node().incarnation()));
        args.add(Group.bytes(claim.sequence()));
        args.add(Group.bytes(claim.lease().toMillis()));
        args.add(store.stepMs());
        for (Claim.Share share : claim.shares()) {
            args.add(Group.bytes(share.want()));
            args.add(Group.bytes(share.routes().size()));
            share.routes().forEach(route -> args.add(Group.bytes(route)));
        }
        return Bridge.uni(() -> group.call(store.links().data(), Script.CLAIM, resend -> args, StoreParts.BUDGET)
                .compose(answer -> lanesOfClaimed(group, answer).map(known -> claimed(group, claim, answer))));
    }

    private Future<Void> lanesOfClaimed(Group group, Response answer) {
        for (int i = 2; i < answer.size(); i += 3) {
            if (group.lane(SpecCodec.lane(answer.get(i).toBytes())) == null) {
                return group.learnNames(store.links().data(), StoreParts.BUDGET);
            }
        }
        return Future.succeededFuture();
    }

    private List<ClaimedTask> claimed(Group group, Claim claim, Response answer) {
        long leaseUntilMs =
                Long.parseLong(answer.get(0).toString()) + claim.lease().toMillis();
        List<ClaimedTask> tasks = new ArrayList<>(answer.size() / 3);
        List<Transition> made = new ArrayList<>(answer.size() / 3);
        for (int i = 1; i < answer.size(); i += 3) {
            ClaimedTask task;
            try {
                task = Snapshots.claimed(group, answer.get(i), answer.get(i + 1), answer.get(i + 2), leaseUntilMs);
            } catch (StoreException unreadable) {
                continue; // its lease ends, it is lost a few times, then it is a dead letter for a person to see
            }
            tasks.add(task);
            made.add(new Transition(
                    task.claimedAtMs(),
                    task.id(),
                    task.spec().type(),
                    task.spec().queue(),
                    TaskState.READY,
                    TaskState.RUNNING,
                    task.attempt(),
                    null,
                    claim.node().id(),
                    null));
        }
        store.news().made(made, Set.of());
        return tasks;
    }
}
