package dev.ax.dispatch;

import dev.ax.store.Claim;
import dev.ax.store.ClaimedTask;
import dev.ax.store.Completion;
import dev.ax.store.CompletionStatus;
import dev.ax.store.Holding;
import dev.ax.store.NodeIdentity;
import dev.ax.store.Renewal;
import dev.ax.task.Progress;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A store whose answers a test gives one by one. */
final class ScriptedStore extends UnaskedStore {
    final Asked.Calls<Claim, List<ClaimedTask>> claims = new Asked.Calls<>();
    final Asked.Calls<List<Completion>, List<CompletionStatus>> completions = new Asked.Calls<>();
    final Asked.Calls<List<Holding>, List<Boolean>> holds = new Asked.Calls<>();
    final Asked.Calls<List<Holding>, Renewal> renewals = new Asked.Calls<>();
    final Asked.Calls<Detach, Boolean> detaches = new Asked.Calls<>();
    final Asked.Calls<Progress, Boolean> heartbeats = new Asked.Calls<>();
    final List<Holding> settledAsNeverBegun = new ArrayList<>();
    private final int groups;

    ScriptedStore() {
        this(1);
    }

    ScriptedStore(int groups) {
        this.groups = groups;
    }

    @Override
    public int groups() {
        return groups;
    }

    @Override
    public Uni<List<ClaimedTask>> claim(Claim claim) {
        return claims.ask(claim);
    }

    @Override
    public Uni<List<CompletionStatus>> complete(List<Completion> items) {
        return completions.ask(items);
    }

    @Override
    public Uni<List<Boolean>> holds(List<Holding> holdings) {
        return holds.ask(holdings);
    }

    @Override
    public Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings) {
        return renewals.ask(holdings);
    }

    @Override
    public Uni<Boolean> detach(Holding holding, long startedAtMs, Duration remaining, Duration heartbeat) {
        return detaches.ask(new Detach(holding, remaining, heartbeat));
    }

    @Override
    public Uni<Boolean> heartbeat(Holding holding, Progress progress) {
        return heartbeats.ask(progress);
    }

    @Override
    public Uni<Void> settleStart(Holding holding, long startedAtMs) {
        return Uni.createFrom().voidItem().invoke(() -> {
            if (startedAtMs == 0) {
                settledAsNeverBegun.add(holding);
            }
        });
    }

    record Detach(Holding holding, Duration remaining, Duration heartbeat) {}
}
