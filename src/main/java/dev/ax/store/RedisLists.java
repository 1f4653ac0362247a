package dev.ax.store;

import dev.ax.task.Task;
import dev.ax.task.TaskState;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists over the indexes: a cursor on (score, member), never an offset over a scan. One walk goes through the sections
 * (one a state, or a label) and looks at a bounded number of tasks a page.
 */
final class RedisLists {
    /** Tasks that a page looks at before it ends, full or not. */
    private static final int MOST_LOOKED = 10_000;

    /** Entries looked at in one go. */
    private static final int PIECE = 200;

    private static final int LANES_PER_CALL = 500;
    private static final String LABEL_SECTION = "label";
    private static final List<TaskState> ORDER = List.of(
            TaskState.PENDING,
            TaskState.READY,
            TaskState.RUNNING,
            TaskState.PAUSED,
            TaskState.FAILED,
            TaskState.CANCELED,
            TaskState.EXPIRED,
            TaskState.SUCCEEDED);

    private final RedisLink link;
    private final Partitions partitions;
    private final List<Group> groups;
    private final Snapshots snapshots;
    private final AgeingStep ageingStep;

    RedisLists(StoreParts parts) {
        this.link = parts.links().data();
        this.partitions = parts.partitions();
        this.groups = parts.groups();
        this.snapshots = parts.snapshots();
        this.ageingStep = parts.ageingStep();
    }

    /** An entry of an index. */
    @SuppressWarnings("ArrayRecordComponent") // passed through, never compared
    private record Entry(String id, String score, byte[] member) {
        double rank() {
            return Double.parseDouble(score);
        }
    }

    /** A walk under way: what was found and where it stands. */
    private static final class Walk {
        private final TaskQuery query;
        private final List<String> sections;
        private final List<Task> found = new ArrayList<>();
        private Cursor cursor;
        private int looked;
        private boolean ended;

        Walk(TaskQuery query, List<String> sections, Cursor cursor) {
            this.query = query;
            this.sections = sections;
            this.cursor = cursor;
        }

        boolean done() {
            return ended || looked >= MOST_LOOKED || found.size() >= query.limit();
        }

        /** Goes on to the next section. */
        void sectionEnded() {
            int next = sections.indexOf(cursor.section()) + 1;
            ended = next >= sections.size();
            if (!ended) {
                cursor = Cursor.start(sections.get(next));
            }
        }

        boolean matches(Task task) {
            TaskState wanted =
                    cursor.section().equals(LABEL_SECTION) ? query.state() : TaskState.valueOf(cursor.section());
            return (wanted == null || task.state() == wanted)
                    && (query.type() == null || query.type().equals(task.spec().type()))
                    && (query.queue() == null
                            || query.queue().equals(task.spec().queue()))
                    && (query.labelKey() == null
                            || query.labelValue().equals(task.spec().labels().get(query.labelKey())));
        }

        TaskPage page() {
            return new TaskPage(found, ended ? null : cursor.encode());
        }
    }

    Future<TaskPage> page(TaskQuery query) {
        List<String> sections = query.labelKey() != null
                ? List.of(LABEL_SECTION)
                : query.state() != null
                        ? List.of(query.state().name())
                        : ORDER.stream().map(Enum::name).toList();
        Cursor cursor = query.cursor() == null ? Cursor.start(sections.get(0)) : Cursor.decode(query.cursor());
        if (!sections.contains(cursor.section())) {
            throw new BadCursorException();
        }
        Walk walk = new Walk(query, sections, cursor);
        return needsLanes(walk).compose(known -> walkOn(walk));
    }

    private Future<Void> needsLanes(Walk walk) {
        if (!walk.sections.contains(TaskState.READY.name())) {
            return Future.succeededFuture();
        }
        return Future.all(groups.stream()
                        .map(group -> group.learnNames(link, StoreParts.BUDGET))
                        .toList())
                .mapEmpty();
    }

    private Future<TaskPage> walkOn(Walk walk) {
        if (walk.done()) {
            return Future.succeededFuture(walk.page());
        }
        if (walk.cursor.section().equals(TaskState.READY.name())
                && walk.cursor.queue().isEmpty()) {
            return nextQueue(walk, "").compose(there -> walkOn(walk));
        }
        if (walk.cursor.section().equals(TaskState.PAUSED.name())) {
            walk.sectionEnded(); // nothing pauses a task in this release
            return walkOn(walk);
        }
        int size = Math.min(PIECE, Math.max(walk.query.limit() - walk.found.size(), 20));
        return entries(walk, size).compose(entries -> look(walk, entries, size)).compose(looked -> walkOn(walk));
    }

    /** Moves the cursor to the first queue behind {@code queue}, or out of the section. */
    private Future<Void> nextQueue(Walk walk, String queue) {
        TreeSet<String> queues = groups.stream()
                .flatMap(group -> group.lanes().stream())
                .map(Lane::queue)
                .filter(name -> walk.query.queue() == null || walk.query.queue().equals(name))
                .collect(Collectors.toCollection(TreeSet::new));
        String next = queue.isEmpty() ? (queues.isEmpty() ? null : queues.first()) : queues.higher(queue);
        if (next == null) {
            walk.sectionEnded();
        } else {
            walk.cursor = walk.cursor.inQueue(next);
        }
        return Future.succeededFuture();
    }

    private Future<Void> look(Walk walk, List<Entry> entries, int size) {
        return read(entries.stream().map(Entry::id).toList()).compose(tasks -> {
            for (int i = 0; i < entries.size() && walk.found.size() < walk.query.limit(); i++) {
                Entry entry = entries.get(i);
                walk.cursor = walk.cursor.after(entry.score(), entry.member());
                walk.looked++;
                tasks.stream()
                        .filter(task -> task.id().equals(entry.id()))
                        .filter(walk::matches)
                        .findFirst()
                        .ifPresent(walk.found::add);
            }
            boolean sectionDry = entries.size() < size && walk.found.size() < walk.query.limit();
            if (!sectionDry) {
                return Future.succeededFuture();
            }
            if (walk.cursor.section().equals(TaskState.READY.name())) {
                return nextQueue(walk, walk.cursor.queue());
            }
            walk.sectionEnded();
            return Future.succeededFuture();
        });
    }

    private Future<List<Entry>> entries(Walk walk, int size) {
        String section = walk.cursor.section();
        boolean ascending = section.equals(TaskState.READY.name()) || section.equals(TaskState.RUNNING.name());
        boolean packed = section.equals(TaskState.READY.name()) || section.equals(TaskState.PENDING.name());
        List<Future<List<Entry>>> answers = groups.stream()
                .map(group -> pageOf(group, walk, size, ascending ? "asc" : "desc", packed))
                .toList();
        Comparator<Entry> order =
                Comparator.comparingDouble(Entry::rank).thenComparing(Entry::member, Arrays::compareUnsigned);
        return Future.all(answers)
                .map(done -> answers.stream()
                        .flatMap(answer -> answer.result().stream())
                        .sorted(ascending ? order : order.reversed())
                        .limit(size)
                        .toList());
    }

    private Future<List<Entry>> pageOf(Group group, Walk walk, int size, String order, boolean packed) {
        List<String> keys = keys(group, walk);
        if (keys.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        List<byte[]> args = new ArrayList<>(4 + keys.size());
        args.add(Group.bytes(order));
        args.add(Group.bytes(size));
        args.add(Group.bytes(walk.cursor.score()));
        args.add(walk.cursor.member());
        keys.forEach(key -> args.add(Group.bytes(key)));
        return group.call(link, Script.PAGE, resend -> args, StoreParts.BUDGET).map(answer -> {
            List<Entry> entries = new ArrayList<>(answer.size() / 2);
            for (int i = 0; i < answer.size(); i += 2) {
                byte[] member = answer.get(i).toBytes();
                String id = packed ? Snapshots.idOf(member) : answer.get(i).toString();
                entries.add(new Entry(id, answer.get(i + 1).toString(), member));
            }
            return entries;
        });
    }

    private List<String> keys(Group group, Walk walk) {
        String section = walk.cursor.section();
        if (section.equals(LABEL_SECTION)) {
            return List.of("label:" + walk.query.labelKey() + "=" + walk.query.labelValue());
        }
        return switch (TaskState.valueOf(section)) {
            case PENDING ->
                partitionsOf(group).stream()
                        .flatMap(p -> Stream.of("due:" + p + ":core", "due:" + p + ":rest"))
                        .toList();
            case READY ->
                group.lanes().stream()
                        .filter(lane -> lane.queue().equals(walk.cursor.queue()))
                        .flatMap(lane ->
                                List.of("ready:" + lane.name() + ":core", "ready:" + lane.name() + ":rest").stream())
                        .toList();
            case RUNNING -> List.of("running");
            case FAILED -> List.of("dead");
            case PAUSED -> List.of("paused");
            default -> List.of("ended:" + section);
        };
    }

    List<Integer> partitionsOf(Group group) {
        List<Integer> own = new ArrayList<>();
        for (int partition = 0; partition < partitions.partitions(); partition++) {
            if (partitions.groupOf(partition) == group.index()) {
                own.add(partition);
            }
        }
        return own;
    }

    /** Tasks as they stand, without payloads' results; unknown ones are left out. */
    private Future<List<Task>> read(List<String> ids) {
        List<Future<List<Task>>> reads = new ArrayList<>();
        for (Group group : groups) {
            List<String> own = ids.stream()
                    .filter(id -> partitions.groupOf(id) == group.index())
                    .toList();
            for (int from = 0; from < own.size(); from += 100) {
                reads.add(readPiece(group, own.subList(from, Math.min(own.size(), from + 100))));
            }
        }
        return Future.all(reads)
                .map(done ->
                        reads.stream().flatMap(read -> read.result().stream()).toList());
    }

    private Future<List<Task>> readPiece(Group group, List<String> ids) {
        List<byte[]> args = new ArrayList<>(2 + 2 * ids.size());
        args.add(Group.bytes(0));
        args.add(ageingStep.ms());
        for (String id : ids) {
            args.add(Group.bytes(id));
            args.add(Group.bytes(partitions.of(id)));
        }
        return group.call(link, Script.READ, resend -> args, StoreParts.BUDGET)
                .compose(answer -> snapshots.tasks(group, answer.stream().toList()));
    }

    Future<Counts> counts() {
        List<Future<Counts>> all = groups.stream().map(this::countsOf).toList();
        return Future.all(all)
                .map(done -> all.stream().map(Future::result).reduce(new Counts(0, 0, 0, 0, 0), RedisLists::add));
    }

    private Future<Counts> countsOf(Group group) {
        return group.learnNames(link, StoreParts.BUDGET).compose(known -> {
            List<String> lanes = group.lanes().stream().map(Lane::name).toList();
            List<Future<Counts>> pieces = new ArrayList<>();
            for (int from = 0; from == 0 || from < lanes.size(); from += LANES_PER_CALL) {
                List<String> piece = lanes.subList(from, Math.min(lanes.size(), from + LANES_PER_CALL));
                pieces.add(countPiece(group, from == 0, piece));
            }
            return Future.all(pieces)
                    .map(done ->
                            pieces.stream().map(Future::result).reduce(new Counts(0, 0, 0, 0, 0), RedisLists::add));
        });
    }

    /** Counts lanes, and with the first piece all else. */
    private Future<Counts> countPiece(Group group, boolean first, List<String> lanes) {
        List<Integer> counted = first ? partitionsOf(group) : List.of();
        List<byte[]> args = new ArrayList<>();
        args.add(Group.bytes(counted.size()));
        counted.forEach(partition -> args.add(Group.bytes(partition)));
        lanes.forEach(lane -> args.add(Group.bytes(lane)));
        return group.call(link, Script.COUNTS, resend -> args, StoreParts.BUDGET)
                .map(answer -> {
                    long ready = answer.get(1).toLong();
                    return first
                            ? new Counts(
                                    number(answer, 0), ready, number(answer, 2), number(answer, 3), number(answer, 4))
                            : new Counts(0, ready, 0, 0, 0);
                });
    }

    private static long number(Response answer, int index) {
        return answer.get(index).toLong();
    }

    private static Counts add(Counts a, Counts b) {
        return new Counts(
                a.pending() + b.pending(),
                a.ready() + b.ready(),
                a.running() + b.running(),
                a.dead() + b.dead(),
                a.damaged() + b.damaged());
    }
}
