package dev.ax.store;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One group as this node knows it: its key prefix, the numbers of its lanes and nodes (caches; the store has the
 * truth), and script calls on it. Safe for use by any thread.
 */
final class Group {
    private static final byte[] EMPTY = {};

    private final int index;
    private final String key;
    private final LuaLibrary library;
    private final Map<String, byte[]> laneNumbers = new ConcurrentHashMap<>();
    private final Map<Integer, Lane> lanes = new ConcurrentHashMap<>();
    private final Map<Integer, String> nodes = new ConcurrentHashMap<>();

    Group(int index, String key, LuaLibrary library) {
        this.index = index;
        this.key = key;
        this.library = library;
    }

    int index() {
        return index;
    }

    String key() {
        return key;
    }

    Future<Response> call(RedisLink link, Script script, ScriptArgs args, Duration budget) {
        return link.call(library.script(script.file()), key, args, budget);
    }

    Lane lane(int number) {
        return lanes.get(number);
    }

    Collection<Lane> lanes() {
        return lanes.values();
    }

    byte[] laneNumber(Lane lane) {
        return laneNumbers.get(lane.name());
    }

    /** The node with that number; null for 0 or one that is not known. */
    String node(int number) {
        return number == 0 ? null : nodes.get(number);
    }

    boolean knowsNode(int number) {
        return number == 0 || nodes.containsKey(number);
    }

    /** Forgets the numbers of lanes: the store has others. */
    void forgetLanes() {
        laneNumbers.clear();
        lanes.clear();
    }

    /** Sees to it that these lanes have numbers. */
    Future<Void> numberLanes(RedisLink link, Set<Lane> wanted, Duration budget) {
        List<Lane> unknown = wanted.stream()
                .filter(lane -> !laneNumbers.containsKey(lane.name()))
                .toList();
        if (unknown.isEmpty()) {
            return Future.succeededFuture();
        }
        List<byte[]> names = unknown.stream().map(lane -> bytes(lane.name())).toList();
        return call(link, Script.NAME_LANES, resend -> names, budget).map(numbers -> {
            for (int i = 0; i < unknown.size(); i++) {
                learnLane(numbers.get(i).toBytes(), unknown.get(i).name());
            }
            return null;
        });
    }

    /** Reads the names of all lanes and nodes anew. */
    Future<Void> learnNames(RedisLink link, Duration budget) {
        return call(link, Script.NAMES, resend -> List.of(), budget).map(names -> {
            Response laneNames = names.get(0);
            for (int i = 0; i < laneNames.size(); i += 2) {
                learnLane(laneNames.get(i).toBytes(), laneNames.get(i + 1).toString());
            }
            Response nodeNumbers = names.get(1);
            for (int i = 0; i < nodeNumbers.size(); i += 2) {
                int number = new Unpacker(nodeNumbers.get(i + 1).toBytes()).u16();
                nodes.put(number, nodeNumbers.get(i).toString());
            }
            return null;
        });
    }

    private void learnLane(byte[] number, String name) {
        laneNumbers.put(name, number);
        lanes.put(((number[0] & 0xFF) << 16) | ((number[1] & 0xFF) << 8) | (number[2] & 0xFF), Lane.parse(name));
    }

    /** Whether an answer holds others. */
    static boolean isList(Response answer) {
        return answer.type() == ResponseType.MULTI;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] orEmpty(byte[] bytes) {
        return bytes == null ? EMPTY : bytes;
    }

    /** The eight bytes that a record has for a token. */
    static byte[] token(long token) {
        return new Packer(8).i64(token).done();
    }
}
