package dev.ax.store;

import dev.ax.async.Bridge;
import dev.ax.config.AxConfig;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.StoreException.Kind;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import dev.ax.task.Verdict;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The store on Redis. Cuts batches by group and size, calls one script for each piece, all pipelined, and tells the
 * listener what changed. Safe for use by any thread.
 */
public final class RedisStore implements TaskStore {

    /** For how long a call is repeated while the store cannot serve: a request must hear of an outage within 2 s. */
    private static final Duration BUDGET = Duration.ofMillis(1500);

    /** The end of an attempt is worth more patience; its holder sends it again after that. */
    private static final Duration COMPLETE_BUDGET = Duration.ofSeconds(2);

    private static final int LANE_TRIES = 3;

    private final RedisLink data;
    private final RedisLink leases;
    private final RedisLink control;
    private final Partitions partitions;
    private final List<Group> groups;
    private final Snapshots snapshots;
    private final RedisLists lists;
    private final RedisUpkeep upkeep;
    private final StoreListener listener;
    private final int batchSize;
    private final byte[] stepMs;

    private RedisStore(RedisLinks links, LuaLibrary library, AxConfig config, StoreListener listener) {
        this.data = links.data();
        this.leases = links.leases();
        this.control = links.control();
        this.partitions = new Partitions(
                config.name(), config.scheduler().partitions(), config.store().groups());
        this.groups = IntStream.range(0, partitions.groups())
                .mapToObj(index -> new Group(index, partitions.key(index), library))
                .toList();
        this.snapshots = new Snapshots(data, BUDGET);
        this.stepMs = Group.bytes(config.scheduler().ageingStep().toMillis());
        this.lists = new RedisLists(data, partitions, groups, snapshots, stepMs, BUDGET);
        this.upkeep = new RedisUpkeep(control, partitions, groups, snapshots, stepMs, this, listener);
        this.listener = listener;
        this.batchSize = config.store().batchSize();
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
            RedisStore store = new RedisStore(links, library, config, listener);
            return links.ready().map(ready -> store);
        });
    }

    /** What keeps the store in order, over a connection of its own. */
    public StoreUpkeep upkeep() {
        return upkeep;
    }

    /** For how long the store has been out of reach; zero while it is there. */
    public Duration awayFor() {
        return data.disconnectedFor();
    }

    /** Closes the connections; calls under way fail as UNAVAILABLE. */
    public Uni<Void> close() {
        return Bridge.uni(
                () -> Future.join(data.close(), leases.close(), control.close()).mapEmpty());
    }

    @Override
    public int partitions() {
        return partitions.partitions();
    }

    @Override
    public int groups() {
        return partitions.groups();
    }

    @Override
    public int partitionOf(String taskId) {
        return partitions.of(taskId);
    }

    @Override
    public int groupOf(int partition) {
        return partitions.groupOf(partition);
    }

    // ---- the road of a task

    @Override
    public Uni<List<Submission>> submit(List<TaskSpec> specs) {
        return batched(
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
        return group.numberLanes(data, lanes, BUDGET)
                .compose(numbered -> group.call(data, Script.SUBMIT, submitArgs(group, specs, lanes), BUDGET))
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
            rest.add(Group.bytes(partitions.of(spec.id())));
            rest.add(SpecCodec.encode(spec, group.laneNumber(new Lane(spec.queue(), spec.route()))));
        }
        return resend -> {
            List<byte[]> args = new ArrayList<>(3 + rest.size());
            args.add(Group.bytes(resend ? 1 : 0));
            args.add(stepMs);
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
                results.add(snapshots
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
                listener.onDue(partitions.of(spec.id()), spec.runAtMs());
            }
            results.add(Future.succeededFuture(new Submission.Created(created(spec, state))));
        }
        tell(made, ready);
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

    @Override
    public Uni<Upcoming> upcoming(int partition, long afterMs, long untilMs, int limit) {
        List<byte[]> args =
                List.of(Group.bytes(partition), Group.bytes(afterMs), Group.bytes(untilMs), Group.bytes(limit));
        Group group = groups.get(partitions.groupOf(partition));
        return Bridge.uni(() -> group.call(control, Script.UPCOMING, resend -> args, Duration.ZERO)
                .map(answer -> {
                    long[] dueMs = new long[answer.size() - 1];
                    for (int i = 0; i < dueMs.length; i++) {
                        dueMs[i] = Long.parseLong(answer.get(i + 1).toString());
                    }
                    return new Upcoming(dueMs, answer.get(0).toString().equals("1"));
                }));
    }

    @Override
    public Uni<Fired> fire(List<Integer> wanted, int limit) {
        List<byte[]> args = new ArrayList<>(2 + wanted.size());
        args.add(stepMs);
        args.add(Group.bytes(limit));
        wanted.forEach(partition -> args.add(Group.bytes(partition)));
        Group group = groups.get(partitions.groupOf(wanted.get(0)));
        return Bridge.uni(() -> group.call(data, Script.FIRE, resend -> args, Duration.ZERO)
                .compose(answer -> named(group, answer.get(1)).map(known -> fired(group, wanted, answer))));
    }

    private Future<Void> named(Group group, Response members) {
        for (Response member : members) {
            if (group.lane(Snapshots.laneOf(member.toBytes())) == null) {
                return group.learnNames(data, BUDGET);
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
        tell(made, routes);
        List<Fired.Partition> next = new ArrayList<>(wanted.size());
        for (int i = 0; i < wanted.size(); i++) {
            next.add(new Fired.Partition(
                    wanted.get(i), Long.parseLong(answer.get(i + 2).toString())));
        }
        return new Fired(members.size(), routes, next);
    }

    @Override
    public Uni<List<ClaimedTask>> claim(Claim claim) {
        Group group = groups.get(claim.group());
        List<byte[]> args = new ArrayList<>();
        args.add(Group.bytes(claim.node().number()));
        args.add(Group.bytes(claim.node().incarnation()));
        args.add(Group.bytes(claim.sequence()));
        args.add(Group.bytes(claim.lease().toMillis()));
        args.add(stepMs);
        for (Claim.Share share : claim.shares()) {
            args.add(Group.bytes(share.want()));
            args.add(Group.bytes(share.routes().size()));
            share.routes().forEach(route -> args.add(Group.bytes(route)));
        }
        return Bridge.uni(() -> group.call(data, Script.CLAIM, resend -> args, BUDGET)
                .compose(answer -> lanesOfClaimed(group, answer).map(known -> claimed(group, claim, answer))));
    }

    private Future<Void> lanesOfClaimed(Group group, Response answer) {
        for (int i = 2; i < answer.size(); i += 3) {
            if (group.lane(SpecCodec.lane(answer.get(i).toBytes())) == null) {
                return group.learnNames(data, BUDGET);
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
        tell(made, Set.of());
        return tasks;
    }

    @Override
    public Uni<List<CompletionStatus>> complete(List<Completion> completions) {
        return batched(completions, c -> c.holding().id(), (group, piece) -> end(data, group, "holder", 0, 0, piece));
    }

    /** Ends attempts of one group, as their holder or as a reaper. */
    Future<List<CompletionStatus>> end(
            RedisLink link, Group group, String mode, int node, long incarnation, List<Completion> piece) {
        List<byte[]> args = new ArrayList<>(4 + 6 * piece.size());
        args.add(Group.bytes(mode));
        args.add(Group.bytes(node));
        args.add(Group.bytes(incarnation));
        args.add(stepMs);
        for (Completion completion : piece) {
            String id = completion.holding().id();
            args.add(Group.bytes(id));
            args.add(Group.bytes(partitions.of(id)));
            args.add(head(completion));
            args.add(new Note(completion.verdict().reason(), completion.error()).encode());
            args.add(Group.orEmpty(completion.result()));
            args.add(
                    completion.logUrl() == null
                            ? Group.orEmpty(null)
                            : Snapshots.encode(new Progress(Double.NaN, null, completion.logUrl())));
        }
        return group.call(link, Script.COMPLETE, resend -> args, COMPLETE_BUDGET)
                .map(answer -> statuses(piece, answer));
    }

    private static byte[] head(Completion completion) {
        Verdict verdict = completion.verdict();
        return new Packer(36)
                .i64(completion.holding().token())
                .u8(verdict.status().code())
                .u8(verdict.next().code())
                .u48(verdict.delayMs())
                .u16(verdict.retry())
                .u8(verdict.lost())
                .u48(completion.startedAtMs())
                .u8(completion.resultOmitted() ? 1 : 0)
                .u8(By.code(completion.by()))
                .done();
    }

    private List<CompletionStatus> statuses(List<Completion> piece, Response answer) {
        long nowMs = Long.parseLong(answer.get(0).toString());
        List<CompletionStatus> statuses = new ArrayList<>(piece.size());
        List<Transition> made = new ArrayList<>(piece.size());
        for (int i = 0; i < piece.size(); i++) {
            Completion completion = piece.get(i);
            Verdict verdict = completion.verdict();
            CompletionStatus status = statusOf(answer.get(i + 1).toString());
            statuses.add(status);
            if (status == CompletionStatus.ACCEPTED) {
                String id = completion.holding().id();
                made.add(new Transition(
                        nowMs,
                        id,
                        completion.type(),
                        completion.queue(),
                        TaskState.RUNNING,
                        verdict.next(),
                        completion.attempt(),
                        verdict.status(),
                        completion.node(),
                        verdict.reason()));
                if (verdict.next() == TaskState.PENDING) {
                    listener.onDue(partitions.of(id), nowMs + verdict.delayMs());
                }
            }
        }
        tell(made, Set.of());
        return statuses;
    }

    private static CompletionStatus statusOf(String code) {
        return switch (code) {
            case "A" -> CompletionStatus.ACCEPTED;
            case "D" -> CompletionStatus.REPEATED;
            case "R" -> CompletionStatus.REFUSED;
            default -> CompletionStatus.UNKNOWN;
        };
    }

    @Override
    public Uni<Renewal> renew(NodeIdentity node, Duration lease, List<Holding> holdings) {
        if (holdings.isEmpty()) {
            // An idle node must hear of a younger one too.
            return Bridge.uni(() -> prolong(groups.get(0), node, lease, List.of())
                    .map(answer -> new Renewal(!Group.isList(answer), Set.of())));
        }
        return batched(holdings, Holding::id, (group, piece) -> renewPiece(group, node, lease, piece))
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
        return group.call(leases, Script.RENEW, resend -> args, BUDGET);
    }

    @Override
    public Uni<List<Boolean>> holds(List<Holding> holdings) {
        return batched(holdings, Holding::id, (group, piece) -> {
            List<byte[]> args = new ArrayList<>(2 * piece.size());
            addHoldings(args, piece);
            return group.call(leases, Script.HOLDS, resend -> args, BUDGET)
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

    @Override
    public Uni<Boolean> detach(Holding holding, long startedAtMs, Duration remaining, Duration heartbeat) {
        long heartbeatMs = heartbeat == null ? 0 : heartbeat.toMillis();
        return judged(Script.DETACH, holding, startedAtMs, remaining.toMillis(), heartbeatMs);
    }

    @Override
    public Uni<Boolean> heartbeat(Holding holding, Progress progress) {
        byte[] said = progress == null ? Group.orEmpty(null) : Snapshots.encode(progress);
        List<byte[]> args = List.of(Group.bytes(holding.id()), Group.bytes(holding.token()), said);
        return Bridge.uni(() -> groupOf(holding.id())
                .call(data, Script.HEARTBEAT, resend -> args, BUDGET)
                .map(answer -> answer.toInteger() == 1));
    }

    @Override
    public Uni<Void> settleStart(Holding holding, long startedAtMs) {
        return judged(Script.SETTLE, holding, startedAtMs).replaceWithVoid();
    }

    private Uni<Boolean> judged(Script script, Holding holding, long... numbers) {
        List<byte[]> args = new ArrayList<>();
        args.add(Group.bytes(holding.id()));
        args.add(Group.bytes(holding.token()));
        for (long number : numbers) {
            args.add(Group.bytes(number));
        }
        return Bridge.uni(() -> groupOf(holding.id())
                .call(data, script, resend -> args, BUDGET)
                .map(answer -> answer.toInteger() == 1));
    }

    // ---- actions

    @Override
    public Uni<ActionResult> cancel(String id, Actor actor) {
        return act(Script.CANCEL, id, actor);
    }

    @Override
    public Uni<ActionResult> runNow(String id, Actor actor) {
        return act(Script.RUN_NOW, id, actor);
    }

    @Override
    public Uni<ActionResult> replay(String id, Actor actor) {
        return act(Script.REPLAY, id, actor);
    }

    @Override
    public Uni<ActionResult> forget(String id) {
        return act(Script.FORGET, id, new Actor("api", null));
    }

    private Uni<ActionResult> act(Script script, String id, Actor actor) {
        Group group = groupOf(id);
        byte[] note = new Note(actor.reason(), null).encode();
        ScriptArgs args = resend -> List.of(
                Group.bytes(resend ? 1 : 0),
                stepMs,
                Group.bytes(id),
                Group.bytes(partitions.of(id)),
                Group.bytes(By.code(actor.by())),
                note);
        return Bridge.uni(() -> group.call(data, script, args, BUDGET).compose(answer -> {
            if (answer.size() == 1) {
                return Future.succeededFuture(new ActionResult.NotFound());
            }
            boolean done = answer.get(0).toString().equals("D");
            TaskState from = TaskState.ofCode(answer.get(1).toInteger());
            return snapshots.task(group, answer.get(2)).map(task -> {
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
        tell(
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
            listener.onDue(partitions.of(task.id()), task.runAtMs());
        }
    }

    // ---- reading

    @Override
    public Uni<Task> read(String id) {
        Group group = groupOf(id);
        List<byte[]> args = List.of(Group.bytes(1), stepMs, Group.bytes(id), Group.bytes(partitions.of(id)));
        return Bridge.uni(() -> group.call(data, Script.READ, resend -> args, BUDGET)
                .compose(answer -> Group.isList(answer.get(0))
                        ? snapshots.task(group, answer.get(0))
                        : Future.succeededFuture(null)));
    }

    @Override
    public Uni<History> history(String id) {
        Group group = groupOf(id);
        List<byte[]> args = List.of(stepMs, Group.bytes(id), Group.bytes(partitions.of(id)));
        return Bridge.uni(() -> group.call(data, Script.HISTORY, resend -> args, BUDGET)
                .compose(answer -> {
                    if (!Group.isList(answer)) {
                        return Future.succeededFuture(null);
                    }
                    List<byte[]> notes =
                            answer.stream().skip(1).map(Response::toBytes).toList();
                    return snapshots.history(group, answer.get(0), notes);
                }));
    }

    @Override
    public Uni<TaskPage> list(TaskQuery query) {
        return Bridge.uni(() -> lists.page(query));
    }

    @Override
    public Uni<Counts> counts() {
        return Bridge.uni(() -> lists.counts());
    }

    // ---- shared

    private Group groupOf(String id) {
        return groups.get(partitions.groupOf(id));
    }

    private void tell(List<Transition> made, Set<String> ready) {
        if (!made.isEmpty()) {
            listener.onTransitions(made);
        }
        if (!ready.isEmpty()) {
            listener.onReady(ready);
        }
    }

    /** Cuts a batch by group and size, calls for all pieces at once, and puts the answers back in order. */
    private <I, R> Uni<List<R>> batched(
            List<I> items, Function<I, String> id, BiFunction<Group, List<I>, Future<List<R>>> call) {
        return Bridge.uni(() -> {
            Map<Integer, List<Integer>> open = new HashMap<>();
            List<Future<Void>> calls = new ArrayList<>();
            List<R> answers = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                answers.add(null);
            }
            for (int i = 0; i < items.size(); i++) {
                int group = partitions.groupOf(id.apply(items.get(i)));
                List<Integer> places = open.computeIfAbsent(group, g -> new ArrayList<>());
                places.add(i);
                if (places.size() == batchSize) {
                    calls.add(place(answers, items, places, groups.get(group), call));
                    open.remove(group);
                }
            }
            open.forEach((group, places) -> calls.add(place(answers, items, places, groups.get(group), call)));
            return Future.join(calls).map(done -> answers);
        });
    }

    private static <I, R> Future<Void> place(
            List<R> answers,
            List<I> items,
            List<Integer> places,
            Group group,
            BiFunction<Group, List<I>, Future<List<R>>> call) {
        List<I> piece = places.stream().map(items::get).toList();
        return call.apply(group, piece).map(results -> {
            for (int i = 0; i < places.size(); i++) {
                answers.set(places.get(i), results.get(i));
            }
            return null;
        });
    }
}
