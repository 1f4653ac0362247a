package dev.ax.store;

import dev.ax.async.Bridge;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Upkeep on Redis, over the control link. */
final class RedisUpkeep implements StoreUpkeep {
    private static final Duration BUDGET = StoreParts.BUDGET;
    private static final int FORMER_NONE = -1;

    private final RedisLink link;
    private final Partitions partitions;
    private final List<Group> groups;
    private final Snapshots snapshots;
    private final AgeingStep ageingStep;
    private final Ends ends;
    private final StoreNews news;

    /** By group: the rank to look for leases of this node's former self from. Absent before the first look. */
    private final Map<Integer, Integer> formerFrom = new ConcurrentHashMap<>();

    RedisUpkeep(StoreParts parts, Ends ends) {
        this.link = parts.links().control();
        this.partitions = parts.partitions();
        this.groups = parts.groups();
        this.snapshots = parts.snapshots();
        this.ageingStep = parts.ageingStep();
        this.ends = ends;
        this.news = parts.news();
    }

    // ---- joining and the clock

    @Override
    public Uni<Joined> join(String nodeId, AgreedSettings settings, boolean adopt) {
        Map<String, String> wanted = SettingsTable.of(settings);
        return Bridge.uni(() -> joinFrom(0, 0, nodeId, wanted, adopt, new ArrayList<>())
                .compose(answers -> joined(nodeId, wanted, answers)));
    }

    /** Joins group after group: the first gives the node its number, the others are told it. */
    private Future<List<Response>> joinFrom(
            int index, int number, String nodeId, Map<String, String> wanted, boolean adopt, List<Response> answers) {
        if (index == groups.size()) {
            return Future.succeededFuture(answers);
        }
        List<byte[]> args = new ArrayList<>();
        args.add(Group.bytes(nodeId));
        args.add(Group.bytes(number));
        args.add(Group.bytes(adopt ? 1 : 0));
        wanted.forEach((name, value) -> {
            args.add(Group.bytes(name));
            args.add(Group.bytes(value));
        });
        return groups.get(index).call(link, Script.JOIN, resend -> args, BUDGET).compose(answer -> {
            answers.add(answer);
            return joinFrom(index + 1, answer.get(0).toInteger(), nodeId, wanted, adopt, answers);
        });
    }

    private Future<Joined> joined(String nodeId, Map<String, String> wanted, List<Response> answers) {
        Response first = answers.get(0);
        int number = first.get(0).toInteger();
        long incarnation = 0;
        for (Response answer : answers) {
            incarnation = Math.max(incarnation, Long.parseLong(answer.get(1).toString()));
        }
        Map<String, String> stored = new LinkedHashMap<>();
        for (int i = 2; i < first.size(); i += 2) {
            stored.put(first.get(i).toString(), first.get(i + 1).toString());
        }
        List<String> differences = new ArrayList<>();
        wanted.forEach((name, value) -> {
            if (!value.equals(stored.get(name))) {
                differences.add(name + " is " + stored.get(name) + " in the store, " + value + " here");
            }
        });
        if (SettingsTable.fixedDiffer(wanted, stored)) {
            return Future.failedFuture(new SettingsMismatchException(
                    "the store was set up with other numbers: " + String.join("; ", differences)
                            + "; both are fixed at first start: use the stored ones, or another ax.name"));
        }
        if (SettingsTable.format(stored) > SpecCodec.FORMAT) {
            return Future.failedFuture(new SettingsMismatchException("the store holds records of format "
                    + SettingsTable.format(stored) + ", this release reads " + SpecCodec.FORMAT
                    + ": start a node of the release that the others run"));
        }
        NodeIdentity node = new NodeIdentity(nodeId, number, incarnation);
        AgreedSettings agreed = SettingsTable.parse(stored);
        ageingStep.agreed(agreed.ageingStep());
        return Future.succeededFuture(new Joined(node, agreed, differences));
    }

    @Override
    public Uni<Long> timeMicros() {
        return Bridge.uni(() -> groups.get(0)
                .call(link, Script.NOW, resend -> List.of(), BUDGET)
                .map(time -> Long.parseLong(time.toString())));
    }

    // ---- leases that ended

    @Override
    public Uni<List<EndedLease>> endedLeases(int index, NodeIdentity node, List<Integer> served, int limit) {
        Group group = groups.get(index);
        List<byte[]> args = new ArrayList<>(5 + served.size());
        args.add(Group.bytes(node.number()));
        args.add(Group.bytes(node.id()));
        args.add(Group.bytes(node.incarnation()));
        args.add(Group.bytes(limit));
        args.add(Group.bytes(formerFrom.getOrDefault(index, 0)));
        served.forEach(partition -> args.add(Group.bytes(partition)));
        return Bridge.uni(() -> group.call(link, Script.LAPSED, resend -> args, BUDGET)
                .compose(answer -> {
                    int next = Integer.parseInt(answer.get(0).toString());
                    formerFrom.put(index, next < 0 ? FORMER_NONE : next);
                    return learned(group, answer).map(known -> endedLeases(group, answer));
                }));
    }

    private Future<Void> learned(Group group, Response answer) {
        for (int i = 1; i < answer.size(); i += 4) {
            byte[] spec = answer.get(i + 1).toBytes();
            byte[] state = answer.get(i + 2).toBytes();
            if (group.lane(SpecCodec.lane(spec)) == null
                    || !group.knowsNode(StateRecord.decode(state).node())) {
                return group.learnNames(link, BUDGET);
            }
        }
        return Future.succeededFuture();
    }

    private static List<EndedLease> endedLeases(Group group, Response answer) {
        List<EndedLease> leases = new ArrayList<>(answer.size() / 4);
        for (int i = 1; i < answer.size(); i += 4) {
            StateRecord state = StateRecord.decode(answer.get(i + 2).toBytes());
            ClaimedTask task = Snapshots.claimed(group, answer.get(i), answer.get(i + 1), answer.get(i + 2), 0);
            String node = state.detached() ? null : group.node(state.node());
            leases.add(new EndedLease(task, node, answer.get(i + 3).toInteger() == 1));
        }
        return leases;
    }

    @Override
    public Uni<List<CompletionStatus>> reap(int index, NodeIdentity node, List<Completion> completions) {
        return Bridge.uni(
                () -> ends.end(link, groups.get(index), "reaper", node.number(), node.incarnation(), completions));
    }

    // ---- expiry, retention, audit

    @Override
    public Uni<Integer> expire(int index, int limit) {
        Group group = groups.get(index);
        List<byte[]> most = List.of(Group.bytes(limit));
        return Bridge.uni(() -> group.call(link, Script.EXPIRABLE, resend -> most, BUDGET)
                .compose(answer -> {
                    List<String> ids = answer.stream().map(Response::toString).toList();
                    return ids.isEmpty() ? Future.succeededFuture(0) : expire(group, ids);
                }));
    }

    private Future<Integer> expire(Group group, List<String> ids) {
        return group.call(link, Script.EXPIRE, resend -> located(ids), BUDGET).compose(answer -> {
            List<String> expired = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                if (answer.get(i).toInteger() == 1) {
                    expired.add(ids.get(i));
                }
            }
            return tellExpired(group, expired).map(told -> expired.size());
        });
    }

    private Future<Void> tellExpired(Group group, List<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        List<byte[]> args = new ArrayList<>(located(ids));
        args.add(0, Group.bytes(0));
        return group.call(link, Script.READ, resend -> args, BUDGET)
                .compose(answer -> snapshots.tasks(group, answer.stream().toList()))
                .map(tasks -> {
                    news.made(
                            tasks.stream()
                                    .filter(task -> task.state() == TaskState.EXPIRED)
                                    .map(task -> new Transition(
                                            task.endedAtMs(),
                                            task.id(),
                                            task.spec().type(),
                                            task.spec().queue(),
                                            TaskState.READY,
                                            TaskState.EXPIRED,
                                            task.attempt(),
                                            null,
                                            null,
                                            null))
                                    .toList(),
                            Set.of());
                    return null;
                });
    }

    /** The ageing step, then each id with its partition. */
    private List<byte[]> located(List<String> ids) {
        List<byte[]> args = new ArrayList<>(1 + 2 * ids.size());
        args.add(ageingStep.ms());
        for (String id : ids) {
            args.add(Group.bytes(id));
            args.add(Group.bytes(partitions.of(id)));
        }
        return args;
    }

    @Override
    public Uni<Integer> purge(int index, Retention retention, int limit) {
        List<byte[]> args = List.of(
                Group.bytes(limit),
                Group.bytes(retention.succeeded().toMillis()),
                Group.bytes(retention.failed().toMillis()),
                Group.bytes(retention.canceled().toMillis()),
                Group.bytes(retention.expired().toMillis()));
        return Bridge.uni(() -> groups.get(index)
                .call(link, Script.PURGE, resend -> args, BUDGET)
                .map(Response::toInteger));
    }

    @Override
    public Uni<Audited> audit(int index, String cursor, int limit) {
        Group group = groups.get(index);
        List<byte[]> args = List.of(Group.bytes(cursor), Group.bytes(limit));
        return Bridge.uni(() -> group.call(link, Script.RECORDS, resend -> args, BUDGET)
                .compose(page -> {
                    String next = page.get(0).toString();
                    List<String> ids = new ArrayList<>();
                    for (int i = 1; i < page.size(); i++) {
                        ids.add(page.get(i).toString());
                    }
                    return ids.isEmpty()
                            ? Future.succeededFuture(new Audited(next, 0, 0, List.of()))
                            : audit(group, next, ids);
                }));
    }

    private Future<Audited> audit(Group group, String next, List<String> ids) {
        return group.call(link, Script.AUDIT, resend -> located(ids), BUDGET).map(answer -> {
            int mended = 0;
            List<String> setAside = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                int found = answer.get(i).toInteger();
                if (found == 1) {
                    mended++;
                } else if (found == 2) {
                    setAside.add(ids.get(i));
                }
            }
            return new Audited(next, ids.size(), mended, setAside);
        });
    }

    // ---- alerts

    @Override
    public Uni<List<DeadLetter>> deadLettersSinceMark(int index, int limit) {
        Group group = groups.get(index);
        List<byte[]> args = List.of(Group.bytes(limit));
        return Bridge.uni(() -> group.call(link, Script.DEAD_LETTERS, resend -> args, BUDGET)
                .compose(answer -> learnedOfDead(group, answer).map(known -> deadLetters(group, answer))));
    }

    private Future<Void> learnedOfDead(Group group, Response answer) {
        for (int i = 0; i < answer.size(); i += 5) {
            if (group.lane(SpecCodec.lane(answer.get(i + 2).toBytes())) == null
                    || !group.knowsNode(
                            StateRecord.decode(answer.get(i + 3).toBytes()).node())) {
                return group.learnNames(link, BUDGET);
            }
        }
        return Future.succeededFuture();
    }

    private static List<DeadLetter> deadLetters(Group group, Response answer) {
        List<DeadLetter> letters = new ArrayList<>(answer.size() / 5);
        for (int i = 0; i < answer.size(); i += 5) {
            byte[] packed = answer.get(i + 2).toBytes();
            StateRecord state = StateRecord.decode(answer.get(i + 3).toBytes());
            TaskSpec spec = SpecCodec.decode(
                    answer.get(i).toString(),
                    packed,
                    group.lane(SpecCodec.lane(packed)).queue());
            Note note = Note.decode(answer.get(i + 4).toBytes());
            letters.add(new DeadLetter(
                    spec.id(),
                    spec.type(),
                    spec.queue(),
                    group.node(state.node()),
                    note.reason(),
                    note.error(),
                    state.attempt(),
                    (long) Double.parseDouble(answer.get(i + 1).toString())));
        }
        return letters;
    }

    @Override
    public Uni<Void> markAlerted(int index, DeadLetter last) {
        Group group = groups.get(index);
        Request set = Request.cmd(Command.SET).arg(group.key() + "alerted").arg(last.atMs());
        return Bridge.uni(() -> link.send(group.key(), set).mapEmpty());
    }

    @Override
    public Uni<Void> announceTypes(int index, Set<String> types) {
        List<byte[]> args = types.stream().map(Group::bytes).toList();
        return Bridge.uni(() -> groups.get(index)
                .call(link, Script.ANNOUNCE, resend -> args, BUDGET)
                .mapEmpty());
    }

    @Override
    public Uni<Map<String, Long>> unservedTypes(int index, Duration silence) {
        Group group = groups.get(index);
        return Bridge.uni(() -> group.learnNames(link, BUDGET).compose(known -> {
            List<byte[]> args = new ArrayList<>();
            args.add(Group.bytes(silence.toMillis()));
            args.add(ageingStep.ms());
            group.lanes().stream()
                    .filter(lane -> lane.type() != null)
                    .forEach(lane -> args.add(Group.bytes(lane.name())));
            return group.call(link, Script.UNSERVED, resend -> args, BUDGET).map(answer -> {
                Map<String, Long> oldest = new HashMap<>();
                for (int i = 0; i < answer.size(); i += 2) {
                    long readyMs = Long.parseLong(answer.get(i + 1).toString());
                    oldest.merge(answer.get(i).toString(), readyMs, Math::min);
                }
                return oldest;
            });
        }));
    }

    @Override
    public Uni<StoreFacts> facts() {
        return Bridge.uni(() -> link.send(Request.cmd(Command.INFO)).map(info -> {
            Map<String, String> facts = new HashMap<>();
            Arrays.stream(info.toString().split("\r?\n", -1))
                    .map(line -> line.split(":", 2))
                    .filter(pair -> pair.length == 2)
                    .forEach(pair -> facts.put(pair[0], pair[1]));
            return new StoreFacts(
                    facts.getOrDefault("redis_version", "unknown"),
                    facts.getOrDefault("maxmemory_policy", "unknown"),
                    Long.parseLong(facts.getOrDefault("used_memory", "0")),
                    Long.parseLong(facts.getOrDefault("maxmemory", "0")),
                    Double.parseDouble(facts.getOrDefault("used_cpu_sys", "0"))
                            + Double.parseDouble(facts.getOrDefault("used_cpu_user", "0")));
        }));
    }
}
