package dev.ax.reaper;

import dev.ax.store.StoreUpkeep.Audited;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Walks a group's records, a piece a turn, round and round. Owned by the reaper's loop. */
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    static final String KIND = "damaged-record";

    /** Records in a piece: a million are seen in some six hours, at a cost that nobody notices. */
    static final int PIECE = 50;

    private static final String BEGIN = "0";

    private final ReaperTools tools;
    private final int group;
    private String cursor = BEGIN;

    Audit(ReaperTools tools, int group) {
        this.tools = tools;
        this.group = group;
    }

    Uni<Void> look() {
        return tools.upkeep().audit(group, cursor, PIECE).invoke(this::seen).replaceWithVoid();
    }

    private void seen(Audited piece) {
        cursor = piece.cursor();
        if (piece.mended() > 0) {
            LOG.warn("The audit of group {} mended {} of {} records.", group, piece.mended(), piece.looked());
        }
        for (String id : piece.setAside()) {
            tools.alerts().raise(KIND, new JsonObject().put("taskId", id).put("group", group));
        }
    }
}
