package dev.ax.store;

import dev.ax.async.Bridge;
import dev.ax.task.Progress;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the holder of a token may do: renew, check, hand over to its executor, say that it goes on. */
final class Leases {
    private final StoreParts store;

    Leases(StoreParts store) {
        this.store = store;
    }

    Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings) {
        if (holdings.isEmpty()) {
            // An idle node must hear of a younger one too.
            return Bridge.uni(() -> prolong(store.groups().get(0), node, lease, List.of())
                    .map(answer -> new Renewal(!Group.isList(answer), Set.of())));
        }
        return store.pieces()
                .cut(holdings, Holding::id, (group, piece) -> renewPiece(group, node, lease, piece))
                .map(pieces -> {
                    Set<Holding> lost = new HashSet<>();
                    for (int i = 0; i < holdings.size(); i++) {
                        if (pieces.get(i) == null) {
                            return new Renewal(true, Set.of());
                        }
                        if (!pieces.get(i)) {
                            lost.add(holdings.get(i));
                        }
                    }
                    return new Renewal(false, lost);
                });
    }

    /** For each whether it was prolonged; null where a younger node runs under this id. */
    private Future<List<Boolean>> renewPiece(Group group, NodeIdentity node, Duration lease, List<Holding> piece) {
        return prolong(group, node, lease, piece).map(answer -> {
            List<Boolean> prolonged = new ArrayList<>(piece.size());
            for (int i = 0; i < piece.size(); i++) {
                prolonged.add(Group.isList(answer) ? answer.get(i).toInteger() == 1 : null);
            }
            return prolonged;
        });
    }

    private Future<Response> prolong(Group group, NodeIdentity node, Duration lease, List<Holding> piece) {
        List<byte[]> args = new ArrayList<>(3 + 2 * piece.size());
        args.add(Group.bytes(node.id()));
        args.add(Group.bytes(node.incarnation()));
        args.add(Group.bytes(lease.toMillis()));
        addHoldings(args, piece);
        return group.call(store.links().leases(), Script.RENEW, resend -> args, StoreParts.BUDGET);
    }

    Uni<List<Boolean>> holds(List<Holding> holdings) {
        return store.pieces().cut(holdings, Holding::id, (group, piece) -> {
            List<byte[]> args = new ArrayList<>(2 * piece.size());
            addHoldings(args, piece);
            return group.call(store.links().leases(), Script.HOLDS, resend -> args, StoreParts.BUDGET)
                    .map(answer ->
                            answer.stream().map(held -> held.toInteger() == 1).toList());
        });
    }

    private static void addHoldings(List<byte[]> args, List<Holding> holdings) {
        for (Holding holding : holdings) {
            args.add(Group.bytes(holding.id()));
            args.add(Group.token(holding.token()));
        }
    }

    Uni<Boolean> detach(Holding holding, long startedAtMs, Duration remaining, Duration heartbeat) {
        long heartbeatMs = heartbeat == null ? 0 : heartbeat.toMillis();
        return judged(Script.DETACH, holding, startedAtMs, remaining.toMillis(), heartbeatMs);
    }

    Uni<Boolean> heartbeat(Holding holding, Progress progress) {
        byte[] said = progress == null ? Group.orEmpty(null) : Snapshots.encode(progress);
        List<byte[]> args = List.of(Group.bytes(holding.id()), Group.bytes(holding.token()), said);
        return Bridge.uni(() -> store.groupOf(holding.id())
                .call(store.links().data(), Script.HEARTBEAT, resend -> args, StoreParts.BUDGET)
                .map(answer -> answer.toInteger() == 1));
    }

    Uni<Void> settleStart(Holding holding, long startedAtMs) {
        return judged(Script.SETTLE, holding, startedAtMs).replaceWithVoid();
    }

    private Uni<Boolean> judged(Script script, Holding holding, long... numbers) {
        List<byte[]> args = new ArrayList<>();
        args.add(Group.bytes(holding.id()));
        args.add(Group.bytes(holding.token()));
        for (long number : numbers) {
            args.add(Group.bytes(number));
        }
        return Bridge.uni(() -> store.groupOf(holding.id())
                .call(store.links().data(), script, resend -> args, StoreParts.BUDGET)
                .map(answer -> answer.toInteger() == 1));
    }
}
