package dev.ax.store;

import dev.ax.config.RedisConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.CloseFuture;
import io.vertx.core.internal.ContextInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The masters of a Redis Cluster and the slots that each owns. One connection a master, so that one that fails takes
 * none of the others along (the client's own clustered connection is one for all, and cannot be made while any server
 * of the cluster is down). The map is asked anew when a server redirects or is lost.
 */
final class ClusterRoutes implements RedisRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterRoutes.class);
    private static final long ASK_FIRST_MS = 50;
    private static final long ASK_LAST_MS = 1_000;

    private final RedisConfig config;
    private final RedisLinkOptions options;
    private final ContextInternal context;
    private final Runnable changed;
    private final Backoff backoff = new Backoff(ASK_FIRST_MS, ASK_LAST_MS);
    private final Map<String, RedisNode> nodes = new HashMap<>();
    private final RedisNode[] slots = new RedisNode[HashSlot.COUNT];

    /** Scheme and credentials of the first URL: the servers of a cluster share them. */
    private final String prefix;

    private Set<RedisNode> masters = Set.of();
    private boolean covered;
    private boolean asking;
    private boolean closed;
    private volatile boolean connected;

    ClusterRoutes(RedisConfig config, RedisLinkOptions options, ContextInternal context, Runnable changed) {
        this.config = config;
        this.options = options;
        this.context = context;
        this.changed = changed;
        URI seed = URI.create(config.urls().get(0));
        this.prefix = seed.getScheme() + "://" + (seed.getRawUserInfo() == null ? "" : seed.getRawUserInfo() + '@');
    }

    @Override
    public void start() {
        refresh();
    }

    @Override
    public RedisNode node(String key) {
        return key != null ? slots[HashSlot.of(key)] : anyConnected();
    }

    private RedisNode anyConnected() {
        return masters.stream().filter(RedisNode::connected).findFirst().orElse(null);
    }

    @Override
    public RedisNode at(String address) {
        return nodes.computeIfAbsent(address, this::open);
    }

    @Override
    public void stale() {
        if (!asking && !closed) {
            asking = true;
            // a delay even for the first: one redirect comes in company, and one answer serves all of them
            context.setTimer(backoff.nextMs(), timer -> refresh());
        }
    }

    @Override
    public boolean connected() {
        return connected;
    }

    @Override
    public Future<Void> close() {
        closed = true;
        List<Future<Void>> closing = new ArrayList<>();
        nodes.values().forEach(node -> closing.add(node.close()));
        return Future.join(closing).mapEmpty();
    }

    private RedisNode open(String address) {
        RedisNode node = new RedisNode(
                context,
                options,
                config.commandTimeout(),
                address,
                vertx -> RedisClients.toServer(vertx, config, prefix + address),
                this::nodeChanged);
        node.start();
        return node;
    }

    private void nodeChanged() {
        connected = covered && masters.stream().allMatch(RedisNode::connected);
        if (!connected) {
            stale();
        }
        changed.run();
    }

    private void refresh() {
        if (closed) {
            return;
        }
        asking = true;
        Queue<String> askable = new ArrayDeque<>();
        nodes.forEach((address, node) -> {
            if (node.connected()) {
                askable.add(prefix + address);
            }
        });
        askable.addAll(config.urls());
        askNext(askable, "");
    }

    private void askNext(Queue<String> askable, String lastFault) {
        String url = askable.poll();
        if (closed) {
            return;
        }
        if (url == null) {
            LOG.debug("redis {}: no server of the cluster tells its slots: {}", options.purpose(), lastFault);
            asking = false;
            stale();
            return;
        }
        ask(url).onComplete(
                        reply -> {
                            asking = false;
                            take(reply, URI.create(url).getHost());
                        },
                        fault -> askNext(askable, fault.getMessage()));
    }

    private Future<Response> ask(String url) {
        // a client for one question, in a scope of its own as in RedisNode
        ContextInternal scope = context.owner()
                .contextBuilder()
                .withEventLoop(context.nettyEventLoop())
                .withCloseFuture(new CloseFuture())
                .build();
        Vertx vertx = context.owner();
        Redis[] client = new Redis[1];
        scope.dispatch(() -> client[0] = RedisClients.toServer(vertx, config, url));
        return client[0]
                .send(Request.cmd(Command.CLUSTER).arg("SLOTS"))
                .timeout(config.commandTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .eventually(() -> client[0].close());
    }

    /** @param askedHost stands for the empty host by which a server names itself */
    private void take(Response ranges, String askedHost) {
        Arrays.fill(slots, null);
        Set<RedisNode> owners = new HashSet<>();
        for (Response range : ranges) {
            Response master = range.get(2);
            String host = master.get(0) == null ? "" : master.get(0).toString();
            RedisNode node =
                    at(address(host.isEmpty() ? askedHost : host, master.get(1).toInteger()));
            owners.add(node);
            Arrays.fill(slots, range.get(0).toInteger(), range.get(1).toInteger() + 1, node);
        }
        masters = owners;
        covered = Arrays.stream(slots).allMatch(node -> node != null);
        List<RedisNode> dropped = nodes.values().stream()
                .filter(node -> !owners.contains(node) && node.idle())
                .toList();
        nodes.values().removeAll(dropped);
        dropped.forEach(RedisNode::close);
        nodeChanged();
        if (connected) {
            backoff.reset();
        }
    }

    private static String address(String host, int port) {
        return (host.indexOf(':') >= 0 && host.charAt(0) != '[' ? '[' + host + ']' : host) + ':' + port;
    }
}
