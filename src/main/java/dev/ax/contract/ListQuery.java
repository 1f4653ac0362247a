package dev.ax.contract;

import dev.ax.store.TaskQuery;
import dev.ax.task.TaskState;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads query parameters; faults point to {@code /<parameter>}. A parameter without a value counts as absent. Any
 * thread may use it.
 */
public final class ListQuery {

    static final int DEFAULT_LIMIT = 100;
    static final int MOST = 1_000;
    static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private static final Set<String> OF_TASKS = Set.of("state", "type", "queue", "label", "limit", "cursor");
    private static final Set<String> OF_DEAD_LETTERS = Set.of("type", "queue", "label", "limit", "cursor");
    private static final Set<String> OF_TASK = Set.of("wait");

    private final MultiMap query;
    private final Faults faults = new Faults();

    private ListQuery(MultiMap query, Set<String> known) {
        this.query = query;
        for (String name : query.names()) {
            if (!known.contains(name)) {
                faults.add(
                        Faults.pointer("", name),
                        "is no query parameter here; known are "
                                + String.join(", ", known.stream().sorted().toList()));
            } else if (query.getAll(name).size() > 1) {
                faults.add("/" + name, "is there twice");
            }
        }
    }

    /** Of {@code GET /v1/tasks}. */
    public static Input<TaskQuery> tasks(MultiMap query) {
        ListQuery read = new ListQuery(query, OF_TASKS);
        return read.list(read.state());
    }

    /** Of {@code GET /v1/dead-letters}. */
    public static Input<TaskQuery> deadLetters(MultiMap query) {
        return new ListQuery(query, OF_DEAD_LETTERS).list(TaskState.FAILED);
    }

    /** Of {@code GET /v1/tasks/{id}}: how long to wait for the end; zero for not at all. */
    public static Input<Duration> waitForEnd(MultiMap query) {
        ListQuery read = new ListQuery(query, OF_TASK);
        Duration wait = read.readWait();
        return read.answer(wait);
    }

    private Duration readWait() {
        String text = value("wait");
        if (text == null) {
            return Duration.ZERO;
        }
        long ms = Durations.parseMs(text);
        if (ms < 0) {
            faults.add("/wait", ms == Durations.NEGATIVE ? Durations.NOT_NEGATIVE : Durations.EXPECTED);
        } else if (ms > LONGEST_WAIT.toMillis()) {
            faults.add("/wait", "must be at most 1h");
        }
        return Duration.ofMillis(Math.max(0, ms));
    }

    private Input<TaskQuery> list(TaskState state) {
        String type = name("type");
        String queue = name("queue");
        String[] label = label();
        int limit = limit();
        return answer(new TaskQuery(state, type, queue, label[0], label[1], limit, value("cursor")));
    }

    private <T> Input<T> answer(T value) {
        return faults.none() ? new Input.Valid<>(value) : new Input.Invalid<>(Problem.invalid(faults.list()));
    }

    private String value(String name) {
        String value = query.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    private TaskState state() {
        String name = value("state");
        if (name == null) {
            return null;
        }
        for (TaskState state : TaskState.values()) {
            if (state.name().equals(name)) {
                return state;
            }
        }
        List<String> known = Arrays.stream(TaskState.values()).map(Enum::name).toList();
        faults.add("/state", "must be one of " + String.join(", ", known));
        return null;
    }

    private String name(String parameter) {
        String name = value(parameter);
        if (name != null && !Names.isName(name)) {
            faults.add("/" + parameter, Names.NAME_RULE);
        }
        return name;
    }

    /** Key and value, both null for none. */
    private String[] label() {
        String text = value("label");
        if (text == null) {
            return new String[2];
        }
        int colon = text.indexOf(':');
        if (colon < 0 || !Names.isLabelKey(text.substring(0, colon))) {
            faults.add("/label", "must be key:value, the key of 1 to 63 characters of A-Za-z0-9._-");
            return new String[2];
        }
        return new String[] {text.substring(0, colon), text.substring(colon + 1)};
    }

    private int limit() {
        String text = value("limit");
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        boolean digits = text.length() <= 4 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int limit = digits ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > MOST) {
            faults.add("/limit", "must be an integer from 1 to " + MOST);
        }
        return limit;
    }
}
