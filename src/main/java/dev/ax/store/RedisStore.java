package dev.ax.store;

import dev.ax.async.Bridge;
import dev.ax.config.AxConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The store on Redis. Cuts batches by group and size, calls one script for each piece, all pipelined, and tells the
 * listener what changed. Safe for use by any thread.
 */
public final class RedisStore implements TaskStore {
    private final StoreParts parts;
    private final Submits submits;
    private final Handouts handouts;
    private final Ends ends;
    private final Leases leases;
    private final Actions actions;
    private final RedisLists lists;
    private final RedisUpkeep upkeep;
    private final NodeRegistry registry;

    private RedisStore(StoreParts parts) {
        this.parts = parts;
        this.submits = new Submits(parts);
        this.handouts = new Handouts(parts);
        this.ends = new Ends(parts);
        this.leases = new Leases(parts);
        this.actions = new Actions(parts);
        this.lists = new RedisLists(parts);
        this.upkeep = new RedisUpkeep(parts, ends);
        this.registry = registry(SpecCodec.FORMAT);
    }

    /**
     * Connects and loads the scripts; the Uni completes with the first connection, however long that takes.
     *
     * @param nanoTime a monotonic reading in nanoseconds
     */
    public static Uni<RedisStore> open(
            Vertx vertx, AxConfig config, AxMetrics metrics, StoreListener listener, LongSupplier nanoTime) {
        return Bridge.uni(() -> {
            LuaLibrary library = new LuaLibrary(Script.files());
            RedisLinks links = RedisLinks.open(vertx, config.redis(), library, metrics, nanoTime);
            RedisStore store = new RedisStore(StoreParts.of(links, library, config, listener));
            return links.ready().map(ready -> store);
        });
    }

    /** What keeps the store in order, over a connection of its own. */
    public StoreUpkeep upkeep() {
        return upkeep;
    }

    /** The nodes that live, over the same connection. */
    public NodeRegistry registry() {
        return registry;
    }

    /** The same as a release sees it that reads records up to a format. */
    NodeRegistry registry(int newestFormat) {
        return new RedisNodeRegistry(parts, newestFormat);
    }

    /** For how long the store has been out of reach; zero while it is there. */
    public Duration awayFor() {
        return parts.links().data().disconnectedFor();
    }

    /** Closes the connections; calls under way fail as UNAVAILABLE. */
    public Uni<Void> close() {
        return Bridge.uni(parts.links()::close);
    }

    @Override
    public int partitions() {
        return parts.partitions().partitions();
    }

    @Override
    public int groups() {
        return parts.partitions().groups();
    }

    @Override
    public int partitionOf(String taskId) {
        return parts.partitions().of(taskId);
    }

    @Override
    public int groupOf(int partition) {
        return parts.partitions().groupOf(partition);
    }

    @Override
    public Uni<List<Submission>> submit(List<TaskSpec> specs) {
        return submits.submit(specs);
    }

    @Override
    public Uni<Upcoming> upcoming(int partition, long afterMs, long untilMs, int limit) {
        return handouts.upcoming(partition, afterMs, untilMs, limit);
    }

    @Override
    public Uni<Fired> fire(List<Integer> partitions, int limit) {
        return handouts.fire(partitions, limit);
    }

    @Override
    public Uni<List<ClaimedTask>> claim(Claim claim) {
        return handouts.claim(claim);
    }

    @Override
    public Uni<List<CompletionStatus>> complete(List<Completion> completions) {
        return ends.complete(completions);
    }

    @Override
    public Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings) {
        return leases.renew(node, lease, holdings);
    }

    @Override
    public Uni<List<Boolean>> holds(List<Holding> holdings) {
        return leases.holds(holdings);
    }

    @Override
    public Uni<Boolean> detach(Holding holding, long startedAtMs, Duration remaining, Duration heartbeat) {
        return leases.detach(holding, startedAtMs, remaining, heartbeat);
    }

    @Override
    public Uni<Boolean> heartbeat(Holding holding, Progress progress) {
        return leases.heartbeat(holding, progress);
    }

    @Override
    public Uni<Void> settleStart(Holding holding, long startedAtMs) {
        return leases.settleStart(holding, startedAtMs);
    }

    @Override
    public Uni<ActionResult> cancel(String id, Actor actor) {
        return actions.act(Script.CANCEL, id, actor);
    }

    @Override
    public Uni<ActionResult> runNow(String id, Actor actor) {
        return actions.act(Script.RUN_NOW, id, actor);
    }

    @Override
    public Uni<ActionResult> replay(String id, Actor actor) {
        return actions.act(Script.REPLAY, id, actor);
    }

    @Override
    public Uni<ActionResult> forget(String id) {
        return actions.act(Script.FORGET, id, new Actor("api", null));
    }

    @Override
    public Uni<Task> read(String id) {
        Group group = parts.groupOf(id);
        List<byte[]> args = List.of(
                Group.bytes(1),
                parts.stepMs(),
                Group.bytes(id),
                Group.bytes(parts.partitions().of(id)));
        return Bridge.uni(() -> group.call(parts.links().data(), Script.READ, resend -> args, StoreParts.BUDGET)
                .compose(answer -> Group.isList(answer.get(0))
                        ? parts.snapshots().task(group, answer.get(0))
                        : Future.succeededFuture(null)));
    }

    @Override
    public Uni<History> history(String id) {
        Group group = parts.groupOf(id);
        List<byte[]> args = List.of(
                parts.stepMs(), Group.bytes(id), Group.bytes(parts.partitions().of(id)));
        return Bridge.uni(() -> group.call(parts.links().data(), Script.HISTORY, resend -> args, StoreParts.BUDGET)
                .compose(answer -> {
                    if (!Group.isList(answer)) {
                        return Future.succeededFuture(null);
                    }
                    List<byte[]> notes =
                            answer.stream().skip(1).map(Response::toBytes).toList();
                    return parts.snapshots().history(group, answer.get(0), notes);
                }));
    }

    @Override
    public Uni<TaskPage> list(TaskQuery query) {
        return Bridge.uni(() -> lists.page(query));
    }

    @Override
    public Uni<Counts> counts() {
        return Bridge.uni(lists::counts);
    }
}
