package dev.ax.reaper;

import dev.ax.store.StoreUpkeep.DeadLetter;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Tells of each dead letter at least once: the store's mark moves after the alerts were raised, so a node that dies in
 * between leaves them to be raised again.
 */
final class DeadLetterAlerts {
    static final String KIND = "dead-letter";

    /** Alerts in a call. */
    static final int MOST_LETTERS = 100;

    private final ReaperTools tools;
    private final int group;

    DeadLetterAlerts(ReaperTools tools, int group) {
        this.tools = tools;
        this.group = group;
    }

    /** Raises one batch. Emits its size; {@link #MOST_LETTERS} means that there may be more. */
    Uni<Integer> raise() {
        return tools.upkeep().deadLettersSinceMark(group, MOST_LETTERS).chain(letters -> raiseAll(letters));
    }

    private Uni<Integer> raiseAll(List<DeadLetter> letters) {
        if (letters.isEmpty()) {
            return Uni.createFrom().item(0);
        }
        letters.forEach(letter -> tools.alerts().raise(KIND, body(letter)));
        return tools.upkeep()
                .markAlerted(group, letters.get(letters.size() - 1))
                .replaceWith(letters.size());
    }

    private static JsonObject body(DeadLetter letter) {
        return new JsonObject()
                .put("taskId", letter.id())
                .put("type", letter.type())
                .put("queue", letter.queue())
                .put("node", letter.node())
                .put("reason", letter.reason())
                .put("error", letter.error())
                .put("attempts", letter.attempts());
    }
}
