package dev.ax.store;

import dev.ax.async.Bridge;
import dev.ax.store.StoreUpkeep.AgreedSettings;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The registry in Redis: the nodes in the first group, the stamps in each partition's own. Over the control link. */
final class RedisNodeRegistry implements NodeRegistry {
    private static final Duration BUDGET = StoreParts.BUDGET;

    private final RedisLink link;
    private final Partitions partitions;
    private final List<Group> groups;
    private final AgeingStep ageingStep;
    private final int newestFormat;
    private volatile int agreedFormat = SettingsTable.FIRST_FORMAT;

    /** @param newestFormat of records that this release reads */
    RedisNodeRegistry(StoreParts parts, int newestFormat) {
        this.link = parts.links().control();
        this.partitions = parts.partitions();
        this.groups = parts.groups();
        this.ageingStep = parts.ageingStep();
        this.newestFormat = newestFormat;
    }

    @Override
    public Uni<Heard> beat(NodeIdentity node, NodeFigures figures) {
        List<byte[]> args = List.of(
                Group.bytes(node.id()),
                Group.bytes(node.incarnation()),
                Group.bytes(newestFormat),
                json(figures).toBuffer().getBytes());
        return Bridge.uni(() ->
                groups.get(0).call(link, Script.BEAT, resend -> args, BUDGET).compose(this::heard));
    }

    @Override
    public Uni<List<LiveNode>> nodes() {
        return Bridge.uni(() -> groups.get(0)
                .call(link, Script.LIVE, resend -> List.of(), BUDGET)
                .map(RedisNodeRegistry::nodes));
    }

    @Override
    public Uni<Boolean> remove(String nodeId, long incarnation, Duration silence) {
        List<byte[]> args = List.of(Group.bytes(nodeId), Group.bytes(incarnation), Group.bytes(silence.toMillis()));
        return Bridge.uni(() -> groups.get(0)
                .call(link, Script.DEPART, resend -> args, BUDGET)
                .map(removed -> removed.toInteger() == 1));
    }

    @Override
    public Uni<Map<Integer, Stamp>> stamps() {
        return Bridge.uni(() -> {
            Map<Integer, Stamp> stamps = new HashMap<>();
            List<Future<Void>> looks =
                    groups.stream().map(group -> stamps(group, stamps)).toList();
            return Future.all(looks).map(stamps);
        });
    }

    /** Answers of all groups come on the link's one loop, so they may share the map. */
    private Future<Void> stamps(Group group, Map<Integer, Stamp> stamps) {
        List<Integer> own = IntStream.range(0, partitions.partitions())
                .filter(partition -> partitions.groupOf(partition) == group.index())
                .boxed()
                .toList();
        List<byte[]> args = own.stream().map(Group::bytes).toList();
        return group.call(link, Script.SERVED, resend -> args, BUDGET).map(answer -> {
            for (int i = 0; i < own.size(); i++) {
                String stamp = answer.get(i).toString();
                if (!stamp.isEmpty()) {
                    stamps.put(own.get(i), stamp(stamp));
                }
            }
            return null;
        });
    }

    private static Stamp stamp(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? new Stamp(null, Long.parseLong(text))
                : new Stamp(text.substring(colon + 1), Long.parseLong(text.substring(0, colon)));
    }

    private Future<Heard> heard(Response answer) {
        if (answer.get(0).toInteger() == 0) {
            return Future.succeededFuture(new Heard(true, null, false));
        }
        Map<String, String> settings = new HashMap<>();
        for (int i = 1; i < answer.size(); i += 2) {
            settings.put(answer.get(i).toString(), answer.get(i + 1).toString());
        }
        AgreedSettings agreed = SettingsTable.parse(settings);
        ageingStep.agreed(agreed.ageingStep());
        int format = SettingsTable.format(settings);
        return agree(format).map(everywhere -> new Heard(false, agreed, format > newestFormat));
    }

    /** The first group has agreed already; the others must, before anybody writes the format there. */
    private Future<Void> agree(int format) {
        if (format <= agreedFormat) {
            return Future.succeededFuture();
        }
        List<byte[]> args = List.of(Group.bytes(format));
        List<Future<Response>> told = groups.stream()
                .skip(1)
                .map(group -> group.call(link, Script.AGREE, resend -> args, BUDGET))
                .toList();
        return Future.all(told).map(all -> {
            agreedFormat = format;
            return null;
        });
    }

    private static List<LiveNode> nodes(Response answer) {
        List<LiveNode> nodes = new ArrayList<>();
        for (int i = 0; i < answer.size(); i += 4) {
            nodes.add(new LiveNode(
                    answer.get(i).toString(),
                    Long.parseLong(answer.get(i + 1).toString()),
                    Duration.ofMillis(Long.parseLong(answer.get(i + 2).toString())),
                    figures(answer.get(i + 3).toString(StandardCharsets.UTF_8))));
        }
        return nodes;
    }

    private static JsonObject json(NodeFigures figures) {
        return new JsonObject()
                .put("address", figures.address())
                .put("running", figures.running())
                .put("freeSlots", figures.freeSlots())
                .put("slots", figures.slots())
                .put("clockOffsetMs", figures.clockOffsetMs())
                .put("version", figures.version())
                .put("startedMs", figures.startedMs())
                .put("types", new JsonArray(figures.types()));
    }

    /** Another release may tell less, or something else: it is for people only, so what is missing is nothing. */
    private static NodeFigures figures(String text) {
        JsonObject json;
        try {
            json = new JsonObject(text);
        } catch (DecodeException unknown) {
            json = new JsonObject();
        }
        return new NodeFigures(
                json.getString("address"),
                json.getInteger("running", 0),
                json.getInteger("freeSlots", 0),
                json.getInteger("slots", 0),
                json.getLong("clockOffsetMs", 0L),
                json.getString("version", "unknown"),
                json.getLong("startedMs", 0L),
                json.getJsonArray("types", new JsonArray()).stream()
                        .map(Object::toString)
                        .toList());
    }
}
