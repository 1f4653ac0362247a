package dev.ax.store;

import io.vertx.redis.client.impl.types.ErrorType;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an error of the server means for the call that met it. None of these calls changed anything: Redis refuses
 * before a script's first write, never after it.
 */
enum RedisErrors {
    /** The server does not hold the script: send the source. */
    NO_SCRIPT,
    /** Another server of the cluster owns the slot. */
    MOVED,
    /** The server cannot serve for the moment. */
    LATER,
    /** This connection leads to the wrong server, or has lost its rights: make it anew. */
    ELSEWHERE,
    /** Memory is at the limit. */
    FULL,
    /** One of our scripts refused by a code of its own. */
    REFUSED,
    /** No script of this release answers so. */
    BROKEN;

    /**
     * ASK is among them since, while a slot moves, the keys of a group are in two servers, and a script would find but
     * some of them. Its declared key, the group's prefix, exists in neither; so the old server answers every call by
     * ASK, and nothing runs anywhere until the slot has moved whole and the answer is MOVED.
     */
    private static final Set<String> LATER_CODES =
            Set.of("ASK", "BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF", "NOREPLICAS", "TRYAGAIN");

    /** What Redis up to 6.2 wraps around the error of a command inside a script. */
    private static final Pattern WRAPPED = Pattern.compile("@user_script: ?\\d+: -?([A-Z][A-Z_]+) ");

    static RedisErrors of(String message) {
        String code = code(message);
        if (code.startsWith("AX_")) {
            return REFUSED;
        }
        if (LATER_CODES.contains(code)) {
            return LATER;
        }
        return switch (code) {
            case "NOSCRIPT" -> NO_SCRIPT;
            case "MOVED" -> MOVED;
            case "READONLY", "NOAUTH" -> ELSEWHERE;
            case "OOM" -> FULL;
            default -> BROKEN;
        };
    }

    /** The error's first word; of an error that a command met inside a script, that command's. */
    static String code(String message) {
        int end = message.indexOf(' ');
        String code = end < 0 ? message : message.substring(0, end);
        if (code.equals("ERR")) {
            Matcher wrapped = WRAPPED.matcher(message);
            if (wrapped.find()) {
                return wrapped.group(1);
            }
        }
        return code;
    }

    /** Whether the client refused the request by its form: a fault of the caller, not of the connection. */
    static boolean neverSent(Throwable fault) {
        String message = fault.getMessage();
        return message != null && message.startsWith("Redis command is not valid");
    }

    /** Whether the server said it; otherwise the connection failed. */
    static boolean fromServer(Throwable fault) {
        return fault instanceof ErrorType error && !"CONNECTION_CLOSED".equals(error.getMessage());
    }
}
