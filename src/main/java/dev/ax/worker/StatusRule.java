package dev.ax.worker;

import java.util.Set;

/** Which HTTP status, or failure code of a bus reply, says that another attempt is pointless. */
final class StatusRule {

    /** Request timeout, conflict, too early, too many requests: the same request may pass later. */
    private static final Set<Integer> WORTH_RETRYING = Set.of(408, 409, 425, 429);

    private StatusRule() {}

    static boolean isPermanent(int status) {
        return status >= 400 && status <= 499 && !WORTH_RETRYING.contains(status);
    }

    static boolean isSuccess(int status) {
        return status >= 200 && status <= 299;
    }
}
