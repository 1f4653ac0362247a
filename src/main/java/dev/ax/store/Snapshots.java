package dev.ax.store;

import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.Progress;
import dev.ax.task.Task;
import dev.ax.task.TaskSpec;
import dev.ax.task.TaskState;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes tasks and histories of what scripts answer ({@code lua/include/snapshot.lua}), learning the names of lanes and
 * nodes that this node has not met yet.
 */
final class Snapshots {
    /** Stands for a record of a format that this release does not know. */
    private static final byte[] NEWER = "newer".getBytes(StandardCharsets.US_ASCII);

    private final RedisLink link;
    private final Duration budget;

    Snapshots(RedisLink link, Duration budget) {
        this.link = link;
        this.budget = budget;
    }

    /** One task; fails as BROKEN where its record cannot be read. */
    Future<Task> task(Group group, Response snapshot) {
        return learned(group, List.of(snapshot)).map(known -> toTask(group, snapshot));
    }

    /** Tasks, leaving out what is unknown or cannot be read. */
    Future<List<Task>> tasks(Group group, List<Response> snapshots) {
        List<Response> readable = snapshots.stream()
                .filter(s -> Group.isList(s) && s.get(1).toBytes().length > 0)
                .toList();
        return learned(group, readable).map(known -> {
            List<Task> tasks = new ArrayList<>(readable.size());
            for (Response snapshot : readable) {
                try {
                    tasks.add(toTask(group, snapshot));
                } catch (StoreException unreadable) {
                    // the audit sets it aside and alerts; a list is no place to fail for one record
                }
            }
            return tasks;
        });
    }

    /** The history of a task by its snapshot and the notes of the lines that are kept. */
    Future<History> history(Group group, Response snapshot, List<byte[]> notes) {
        return learned(group, List.of(snapshot)).map(known -> toHistory(group, snapshot, notes));
    }

    /** Sees to it that the lanes and nodes of these records have names here. */
    Future<Void> learned(Group group, List<Response> snapshots) {
        for (Response snapshot : snapshots) {
            if (!namesKnown(group, snapshot.get(1).toBytes(), snapshot.get(2).toBytes())) {
                return group.learnNames(link, budget);
            }
        }
        return Future.succeededFuture();
    }

    private static boolean namesKnown(Group group, byte[] spec, byte[] packed) {
        if (spec.length < 6 || group.lane(SpecCodec.lane(spec)) == null) {
            return spec.length < 6;
        }
        if (packed.length == 0) {
            return true;
        }
        StateRecord state = StateRecord.decode(packed);
        return group.knowsNode(state.node()) && state.lines().stream().allMatch(line -> group.knowsNode(line.node()));
    }

    private static TaskSpec spec(Group group, String id, byte[] packed) {
        if (Arrays.equals(packed, NEWER)) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE,
                    "the record of task " + id + " was written by a newer release: a node of that one can tell",
                    null);
        }
        Lane lane = packed.length < 6 ? null : group.lane(SpecCodec.lane(packed));
        if (lane == null) {
            throw new StoreException(StoreException.Kind.BROKEN, "the record of task " + id + " cannot be read", null);
        }
        return SpecCodec.decode(id, packed, lane.queue());
    }

    private static StateRecord state(byte[] spec, byte[] packed) {
        return packed.length == 0 ? StateRecord.untouched(spec) : StateRecord.decode(packed);
    }

    private static Task toTask(Group group, Response snapshot) {
        byte[] packedSpec = snapshot.get(1).toBytes();
        TaskSpec spec = spec(group, snapshot.get(0).toString(), packedSpec);
        StateRecord state = state(packedSpec, snapshot.get(2).toBytes());
        String impliedReady = snapshot.get(3).toString();
        boolean implied = !impliedReady.isEmpty();
        byte[] result = snapshot.get(5).toBytes();
        return new Task(
                spec,
                implied ? TaskState.READY : state.state(),
                state.priority(),
                state.dueMs(),
                implied ? Long.parseLong(impliedReady) : state.readyAtMs(),
                state.startedAtMs(),
                state.endedAtMs(),
                state.attempt(),
                state.retry(),
                state.lost(),
                state.replays(),
                state.token(),
                state.version() + (implied ? 1 : 0),
                group.node(state.node()),
                Note.decode(snapshot.get(4).toBytes()).error(),
                result.length == 0 ? null : result,
                state.resultOmitted(),
                progress(snapshot.get(6).toBytes()));
    }

    private static History toHistory(Group group, Response snapshot, List<byte[]> notes) {
        byte[] packedSpec = snapshot.get(1).toBytes();
        TaskSpec spec = spec(group, snapshot.get(0).toString(), packedSpec);
        StateRecord state = state(packedSpec, snapshot.get(2).toBytes());
        List<History.Line> lines = new ArrayList<>(state.lines().size() + 2);
        TaskState submitted = SpecCodec.submittedReady(packedSpec) ? TaskState.READY : TaskState.PENDING;
        lines.add(new History.Line(spec.createdAtMs(), null, submitted, 0, null, null, "api", "submitted", null, -1));
        for (int i = 0; i < state.lines().size(); i++) {
            lines.add(line(group, state.lines().get(i), Note.decode(notes.get(i))));
        }
        String impliedReady = snapshot.get(3).toString();
        if (!impliedReady.isEmpty()) {
            lines.add(new History.Line(
                    Long.parseLong(impliedReady),
                    TaskState.PENDING,
                    TaskState.READY,
                    state.attempt(),
                    null,
                    null,
                    "ax",
                    null,
                    null,
                    -1));
        }
        return new History(lines, state.omitted());
    }

    private static History.Line line(Group group, StateRecord.Line line, Note note) {
        return new History.Line(
                line.atMs(),
                TaskState.ofCode(line.from()),
                TaskState.ofCode(line.to()),
                line.attempt(),
                AttemptStatus.ofCode(line.status()),
                line.attempt() == 0 ? null : group.node(line.node()),
                By.name(line.by()),
                note.reason(),
                note.error(),
                line.status() == 0 ? -1 : line.aux());
    }

    static byte[] encode(Progress progress) {
        return new Packer(32)
                .f64(progress.ratio())
                .text(progress.note() == null ? "" : progress.note())
                .text(progress.logUrl() == null ? "" : progress.logUrl())
                .done();
    }

    private static Progress progress(byte[] packed) {
        if (packed.length == 0) {
            return null;
        }
        Unpacker in = new Unpacker(packed);
        double ratio = in.f64();
        String note = in.text();
        String logUrl = in.text();
        return new Progress(ratio, note.isEmpty() ? null : note, logUrl.isEmpty() ? null : logUrl);
    }

    /** What a node is handed with a claim. */
    static ClaimedTask claimed(Group group, Response id, Response spec, Response packed, long leaseUntilMs) {
        StateRecord state = StateRecord.decode(packed.toBytes());
        return new ClaimedTask(
                spec(group, id.toString(), spec.toBytes()),
                state.priority(),
                state.attempt(),
                state.retry(),
                state.lost(),
                state.replays(),
                state.token(),
                state.dueMs(),
                state.readyAtMs(),
                state.startedAtMs(),
                leaseUntilMs);
    }

    /** The id that a member of a due or ready index stands for. */
    static String idOf(byte[] member) {
        return new String(member, 4, member.length - 4, StandardCharsets.UTF_8);
    }

    /** The number of the lane in such a member. */
    static int laneOf(byte[] member) {
        return ((member[1] & 0xFF) << 16) | ((member[2] & 0xFF) << 8) | (member[3] & 0xFF);
    }
}
