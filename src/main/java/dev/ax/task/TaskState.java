package dev.ax.task;

import java.util.Map;
import java.util.Set;

/** The states of a task and the one table of its transitions; Lua, documentation and metrics follow it by test. */
public enum TaskState {
    PENDING(1),
    READY(2),
    RUNNING(3),
    PAUSED(4),
    SUCCEEDED(5),
    FAILED(6),
    CANCELED(7),
    EXPIRED(8);

    private static final Map<TaskState, Set<TaskState>> NEXT = Map.of(
            PENDING, Set.of(READY, PAUSED, CANCELED, EXPIRED),
            READY, Set.of(RUNNING, PENDING, PAUSED, CANCELED, EXPIRED),
            RUNNING, Set.of(SUCCEEDED, PENDING, FAILED, CANCELED),
            PAUSED, Set.of(PENDING, CANCELED),
            FAILED, Set.of(PENDING),
            CANCELED, Set.of(PENDING),
            EXPIRED, Set.of(PENDING));

    private static final TaskState[] BY_CODE = new TaskState[9];

    static {
        for (TaskState state : values()) {
            BY_CODE[state.code] = state;
        }
    }

    private final int code;

    TaskState(int code) {
        this.code = code;
    }

    /** The number that stands for this state in stored records; never changes. */
    public int code() {
        return code;
    }

    /**
     * The state with that stored number; null for 0, which stands for "not there yet".
     *
     * @throws IllegalArgumentException if no state has the number
     */
    public static TaskState ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("no task state has the code " + code);
        }
        return BY_CODE[code];
    }

    /** The states that may follow this one. */
    public Set<TaskState> successors() {
        return NEXT.getOrDefault(this, Set.of());
    }

    /**
     * Moves on to {@code next}.
     *
     * @return {@code next}
     * @throws IllegalTransitionException if the table has no such transition
     */
    public TaskState to(TaskState next) {
        if (successors().contains(next)) {
            return next;
        }
        throw new IllegalTransitionException(this, next);
    }

    /** Whether a task in this state has ended: it runs again only by a replay. */
    public boolean ended() {
        return this == SUCCEEDED || this == FAILED || this == CANCELED || this == EXPIRED;
    }
}
