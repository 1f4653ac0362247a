package dev.ax.reaper;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Says which types this node serves, and tells once of each type that has READY tasks and nobody to run them; again only
 * after it was out of that plight. Owned by the reaper's loop.
 */
final class TypeWatch {
    static final String KIND = "type-without-handler";

    /** Twice in the silence after which a type counts as unserved, so that one lost call raises no alert. */
    static final Duration PERIOD = Duration.ofSeconds(5);

    static final Duration SILENCE = Duration.ofSeconds(10);

    private final ReaperTools tools;
    private final Set<String> alerted = new HashSet<>();
    private boolean looked;
    private long lastNanos;

    TypeWatch(ReaperTools tools) {
        this.tools = tools;
    }

    /**
     * Looks where a period has passed since it last did.
     *
     * @param all groups: this node claims from each
     * @param kept groups whose unserved types are this node's to tell of
     */
    Uni<Void> look(List<Integer> all, List<Integer> kept) {
        long nowNanos = tools.clock().nanoTime();
        if (looked && nowNanos - lastNanos < PERIOD.toNanos()) {
            return Uni.createFrom().voidItem();
        }
        looked = true;
        lastNanos = nowNanos;
        Set<String> types = Set.copyOf(tools.types().get());
        return each(all, group -> tools.upkeep().announceTypes(group, types).replaceWith(Map.<String, Long>of()))
                .chain(announced -> each(kept, group -> tools.upkeep().unservedTypes(group, SILENCE)))
                .invoke(this::judge)
                .replaceWithVoid();
    }

    private Uni<Map<String, Long>> each(List<Integer> groups, Function<Integer, Uni<Map<String, Long>>> call) {
        return Multi.createFrom()
                .iterable(groups)
                .onItem()
                .transformToUniAndConcatenate(call::apply)
                .collect()
                .in(
                        TreeMap<String, Long>::new,
                        (all, some) -> some.forEach((type, since) -> all.merge(type, since, Math::min)))
                .map(all -> all);
    }

    private void judge(Map<String, Long> unserved) {
        alerted.retainAll(unserved.keySet());
        unserved.forEach((type, readySinceMs) -> {
            if (alerted.add(type)) {
                long waitedMs = Math.max(0, tools.clock().nowMs() - readySinceMs);
                tools.alerts()
                        .raise(
                                KIND,
                                new JsonObject()
                                        .put("type", type)
                                        .put(
                                                "readySince",
                                                Instant.ofEpochMilli(readySinceMs)
                                                        .toString())
                                        .put("waitedSeconds", TimeUnit.MILLISECONDS.toSeconds(waitedMs)));
            }
        });
    }
}
