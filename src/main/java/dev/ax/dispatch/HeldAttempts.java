package dev.ax.dispatch;

import dev.ax.store.Holding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a node holds, by task id. Changed on the loop of dispatch only; any thread may look. An attempt is in it from
 * its claim until the store has its end, or until it is void: all that time its lease is renewed.
 */
final class HeldAttempts {

    /** Cancels of attempts whose claim is still on its way here: a claim carries 200 tasks at most. */
    private static final int MOST_EARLY_CANCELS = 10_000;

    private final Map<String, HeldAttempt> byId = new ConcurrentHashMap<>();
    private final Set<Holding> canceledEarly = new LinkedHashSet<>();

    /** Takes an attempt. One that was cancelled before its claim came here is void at once. */
    void add(HeldAttempt attempt) {
        if (canceledEarly.remove(attempt.holding())) {
            attempt.end(Ending.CANCELED);
            return;
        }
        HeldAttempt former = byId.put(attempt.task().id(), attempt);
        if (former != null) {
            // The store gives a task to nobody while its token is valid: that of the former attempt no longer is.
            former.end(Ending.LOST);
        }
    }

    /** Forgets an attempt, but no later one of the same task. */
    void remove(HeldAttempt attempt) {
        byId.remove(attempt.task().id(), attempt);
    }

    /** The attempt with that token; null where it is not held. */
    HeldAttempt find(Holding holding) {
        HeldAttempt attempt = byId.get(holding.id());
        return attempt != null && attempt.task().token() == holding.token() ? attempt : null;
    }

    /** Has an attempt that may still come be void from the beginning. */
    void cancelEarly(Holding holding) {
        if (canceledEarly.size() >= MOST_EARLY_CANCELS) {
            Iterator<Holding> oldest = canceledEarly.iterator();
            oldest.next();
            oldest.remove();
        }
        canceledEarly.add(holding);
    }

    Collection<HeldAttempt> all() {
        return byId.values();
    }

    List<HeldAttempt> snapshot() {
        return new ArrayList<>(byId.values());
    }

    int size() {
        return byId.size();
    }
}
