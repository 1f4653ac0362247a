package dev.ax.store;

import dev.ax.task.TaskState;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;

/**
 * The stored state of a task, as scripts write it ({@code lua/include/record.lua}). A task that no action but fire has
 * touched has none: {@link #untouched} gives the one that its spec implies.
 *
 * @param member priority in the low three bits, retry flag in the highest
 * @param lane number of the lane
 * @param node number of the node, 0 for none
 */
record StateRecord(
        TaskState state,
        int member,
        int lane,
        long dueMs,
        int retry,
        long version,
        int attempt,
        int lost,
        int replays,
        long token,
        int node,
        long readyAtMs,
        long startedAtMs,
        long endedAtMs,
        long deadlineMs,
        boolean resultOmitted,
        boolean detached,
        int omitted,
        List<Line> lines) {

    private static final int FORMAT = 1;
    private static final int LINE_SIZE = 22;
    private static final int RESULT_OMITTED = 1;
    private static final int DETACHED = 2;

    /**
     * One line of the history.
     *
     * @param aux the token with a start, the attempt's run time in ms with its end
     */
    record Line(long atMs, int from, int to, int status, boolean noted, int attempt, int node, int by, long aux) {}

    int priority() {
        return member & 7;
    }

    /** The state that a spec implies. */
    static StateRecord untouched(byte[] spec) {
        Unpacker in = new Unpacker(spec);
        in.u8();
        boolean ready = (in.u8() & SpecCodec.SUBMITTED_READY) != 0;
        int priority = in.u8();
        int lane = in.u24();
        in.i64();
        long createdAtMs = in.u48();
        long dueMs = in.u48();
        TaskState state = ready ? TaskState.READY : TaskState.PENDING;
        long readyAtMs = ready ? createdAtMs : 0;
        return new StateRecord(
                state, priority, lane, dueMs, 0, 1, 0, 0, 0, 0, 0, readyAtMs, 0, 0, 0, false, false, 0, List.of());
    }

    /**
     * Reads a stored state.
     *
     * @throws StoreException with BROKEN, where it cannot be read
     */
    static StateRecord decode(byte[] packed) {
        try {
            return read(new Unpacker(packed));
        } catch (BufferUnderflowException | IllegalArgumentException fault) {
            throw new StoreException(StoreException.Kind.BROKEN, "the state of a task cannot be read", fault);
        }
    }

    private static StateRecord read(Unpacker in) {
        if (in.u8() != FORMAT) {
            throw new IllegalArgumentException("a record of another format");
        }
        TaskState state = TaskState.ofCode(in.u8());
        int member = in.u8();
        int lane = in.u24();
        long dueMs = in.u48();
        int retry = in.u16();
        long version = in.u32();
        int attempt = in.u24();
        int lost = in.u8();
        int replays = in.u16();
        long token = in.i64();
        int node = in.u16();
        long readyAtMs = in.u48();
        long startedAtMs = in.u48();
        long endedAtMs = in.u48();
        long deadlineMs = in.u48();
        in.u32(); // the heartbeat's interval matters to scripts only
        int flags = in.u8();
        int omitted = in.u24();
        List<Line> lines = new ArrayList<>();
        while (in.remaining() >= LINE_SIZE) {
            lines.add(readLine(in));
        }
        return new StateRecord(
                state,
                member,
                lane,
                dueMs,
                retry,
                version,
                attempt,
                lost,
                replays,
                token,
                node,
                readyAtMs,
                startedAtMs,
                endedAtMs,
                deadlineMs,
                (flags & RESULT_OMITTED) != 0,
                (flags & DETACHED) != 0,
                omitted,
                lines);
    }

    private static Line readLine(Unpacker in) {
        long atMs = in.u48();
        int moved = in.u8();
        int marks = in.u8();
        return new Line(
                atMs, moved >> 4, moved & 15, marks & 15, (marks & 16) != 0, in.u24(), in.u16(), in.u8(), in.i64());
    }
}
