package dev.ax.store;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The scripts and the arguments that this release calls them with; a test compares them with the files' headers.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists made by List.of
enum Script {
    AGREE(args("format"), each()),
    ANNOUNCE(args(), each("type")),
    AUDIT(args("step_ms"), each("id", "partition")),
    BEAT(args("node_id", "incarnation", "newest", "figures"), each()),
    CANCEL(args("resend", "step_ms", "id", "partition", "by", "note"), each()),
    CLAIM(args("node", "incarnation", "sequence", "lease_ms", "step_ms"), each("want", "routes")),
    COMPLETE(args("mode", "node", "incarnation", "step_ms"), each("id", "head", "extras")),
    COUNTS(args("partitions"), each("partition")),
    DEAD_LETTERS(args("limit"), each()),
    DEPART(args("node_id", "incarnation", "silence_ms"), each()),
    DETACH(args("id", "token", "started_ms", "remaining_ms", "heartbeat_ms"), each()),
    EXPIRABLE(args("limit"), each()),
    EXPIRE(args("step_ms"), each("id", "partition")),
    FIRE(args("step_ms", "limit"), each("partition")),
    FORGET(args("resend", "step_ms", "id", "partition", "by", "note"), each()),
    HEARTBEAT(args("id", "token", "progress"), each()),
    HISTORY(args("step_ms", "id", "partition"), each()),
    HOLDS(args(), each("id", "token")),
    JOIN(args("node_id", "number", "adopt"), each("name", "value")),
    LAPSED(args("node", "node_id", "incarnation", "limit", "former_from"), each("partition")),
    LIVE(args(), each()),
    NAME_LANES(args(), each("name")),
    NAMES(args(), each()),
    NOW(args(), each()),
    PAGE(args("order", "limit", "after_score", "after_member"), each("key")),
    PURGE(args("limit", "succeeded_ms", "failed_ms", "canceled_ms", "expired_ms"), each()),
    READ(args("full", "step_ms"), each("id", "partition")),
    RECORDS(args("cursor", "limit"), each()),
    RENEW(args("node_id", "incarnation", "lease_ms"), each("id", "token")),
    REPLAY(args("resend", "step_ms", "id", "partition", "by", "note"), each()),
    RUN_NOW(args("resend", "step_ms", "id", "partition", "by", "note"), each()),
    SERVED(args(), each("partition")),
    SETTLE(args("id", "token", "started_ms"), each()),
    SUBMIT(args("resend", "step_ms", "lanes"), each("number", "name")),
    UNSERVED(args("silence_ms", "step_ms"), each("name")),
    UPCOMING(args("partition", "after_ms", "until_ms", "limit"), each());

    private final List<String> arguments;
    private final List<String> repeated;

    Script(List<String> arguments, List<String> repeated) {
        this.arguments = arguments;
        this.repeated = repeated;
    }

    /** The file's name without its ending. */
    String file() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Names of the arguments that come once. */
    List<String> arguments() {
        return arguments;
    }

    /** Names of those that come for each item; of the first kind of item where there are several. */
    List<String> repeated() {
        return repeated;
    }

    static List<String> files() {
        return Arrays.stream(values()).map(Script::file).toList();
    }

    private static List<String> args(String... names) {
        return List.of(names);
    }

    private static List<String> each(String... names) {
        return List.of(names);
    }
}
