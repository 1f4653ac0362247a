package dev.ax.drill;

import dev.ax.config.AxConfig;
import dev.ax.config.ConfigLoader;
import dev.ax.metrics.AxMetrics;
import dev.ax.store.Counts;
import dev.ax.store.RedisStore;
import dev.ax.store.StoreListener;
import dev.ax.task.History;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A Redis and some nodes that form a cluster, their load, and what was done to them. Ends all of them. For one thread, but for the close. */
final class Arena implements AutoCloseable {
    static final String LOOPBACK = "127.0.0.1";

    private static final String NAME = "ax-drill";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int READERS = 128;

    private final Setup setup;
    private final TempFolder folder = new TempFolder("ax-drill");
    private final DrillStore store;
    private final List<ChildNode> nodes = new CopyOnWriteArrayList<>();
    private final List<Verdict.Fault> faults = new ArrayList<>();
    private final List<Long> storeKills = new ArrayList<>();
    private final Sent sent = new Sent();
    private final Load load;
    private final Vertx vertx = Vertx.vertx();
    private boolean closed; // guarded by this

    /**
     * What to build.
     *
     * @param environment of all nodes, beside what makes them a cluster
     * @param varied what a node is by its place, from 0: to be changed
     */
    record Setup(int nodes, Supplier<DrillStore> store, Work work, Map<String, String> environment, Varied varied) {

        /** As many alike. */
        static Setup of(int nodes, Work work, Scale scale) {
            return new Setup(
                    nodes, () -> scale.store("everysec"), work, scale.environment(), (place, store, node) -> node);
        }

        Setup varied(Varied other) {
            return new Setup(nodes, store, work, environment, other);
        }

        Setup on(Supplier<DrillStore> other) {
            return new Setup(nodes, other, work, environment, varied);
        }

        Setup with(String variable, String value) {
            Map<String, String> all = new TreeMap<>(environment);
            all.put(variable, value);
            return new Setup(nodes, store, work, all, varied);
        }
    }

    /** Makes one node differ from the others. */
    @FunctionalInterface
    interface Varied {
        ChildNode.Spec of(int place, DrillStore store, ChildNode.Spec node);
    }

    /** Starts Redis and all nodes, and waits until they are one cluster. */
    Arena(Setup setup) {
        this.setup = setup;
        this.store = setup.store().get();
        this.load = new Load(nodes, setup.work(), sent);
        Leftovers.opened(this);
        try {
            specs().forEach(spec -> nodes.add(new ChildNode(spec)));
            nodes.forEach(ChildNode::start);
            nodes.forEach(ChildNode::awaitListening);
            awaitOneMap(PATIENCE);
        } catch (RuntimeException fault) {
            close();
            throw fault;
        }
    }

    /** What a key of the nodes' first group is called. */
    static String key(String key) {
        return "{" + NAME + ":0}:" + key;
    }

    DrillStore store() {
        return store;
    }

    List<ChildNode> nodes() {
        return nodes;
    }

    Sent sent() {
        return sent;
    }

    Load load() {
        return load;
    }

    Path journal(ChildNode node) {
        return ChildNode.journal(folder.path(), node.id());
    }

    /** Notes that something is about to be done to a node. */
    void fault(ChildNode node) {
        faults.add(new Verdict.Fault(node.id(), System.currentTimeMillis()));
    }

    void killStore() {
        storeKills.add(System.currentTimeMillis());
        store.kill();
    }

    /** Whether every node sees every node, and all have one map. */
    boolean isOneMap() {
        List<String> maps = nodes.stream()
                .map(node -> Peek.partitions(node.url()))
                .distinct()
                .toList();
        return maps.size() == 1 && nodes.stream().allMatch(node -> maps.get(0).contains('"' + node.id() + '"'));
    }

    void awaitOneMap(Duration atMost) {
        if (!Pause.until(atMost, this::isOneMap)) {
            throw new IllegalStateException("the nodes do not agree on one map within " + atMost.toSeconds() + " s:\n"
                    + nodes.stream().map(node -> Peek.partitions(node.url())).collect(Collectors.joining("\n")));
        }
    }

    /** Ends the load, waits until nothing is left to do, and looks at everything. */
    Verdict judge(Duration atMost) {
        load.finish(atMost);
        RedisStore opened = open();
        try {
            Pause.until(atMost, () -> isDone(opened));
            Journal journal = Journal.read(nodes.stream().map(this::journal).toList());
            Verdict verdict = new Verdict(setup.work(), sent, journal, faults, store.mayLose(), storeKills);
            read(opened, verdict);
            return verdict;
        } finally {
            opened.close().await().atMost(PATIENCE);
        }
    }

    /** Whether nothing is left to do, as the first node tells. */
    boolean isDone() {
        String url = nodes.get(0).url() + "/v1/tasks?limit=1&state=";
        return Stream.of("PENDING", "READY", "RUNNING")
                .allMatch(state -> Peek.get(url + state).contains("\"items\":[]"));
    }

    private static boolean isDone(RedisStore opened) {
        Counts counts = opened.counts().await().atMost(PATIENCE);
        return counts.pending() + counts.ready() + counts.running() == 0;
    }

    private void read(RedisStore opened, Verdict verdict) {
        Multi.createFrom()
                .range(0, sent.taken())
                .onItem()
                .transformToUni(number -> opened.history(Work.id(number)).map(history -> new Found(number, history)))
                .merge(READERS)
                .invoke(found -> verdict.judge(found.number(), found.history()))
                .collect()
                .last()
                .await()
                .indefinitely();
    }

    private record Found(int number, History history) {}

    private RedisStore open() {
        AxConfig config = new ConfigLoader(Map.of(), Map.of())
                .overrides("drill", store.config())
                .overrides("drill", Map.of("name", NAME))
                .load()
                .config();
        Uni<RedisStore> opening = RedisStore.open(
                vertx, config, new AxMetrics(new SimpleMeterRegistry()), new StoreListener() {}, System::nanoTime);
        return opening.await().atMost(PATIENCE);
    }

    private List<ChildNode.Spec> specs() {
        List<Integer> ports =
                IntStream.range(0, 2 * setup.nodes()).mapToObj(i -> freePort()).toList();
        String members = IntStream.range(0, setup.nodes())
                .mapToObj(place -> LOOPBACK + ":" + ports.get(place))
                .collect(Collectors.joining(","));
        return IntStream.range(0, setup.nodes())
                .mapToObj(place -> setup.varied()
                        .of(place, store, spec(place, ports.get(place), ports.get(setup.nodes() + place), members)))
                .toList();
    }

    private ChildNode.Spec spec(int place, int clusterPort, int httpPort, String members) {
        String id = "node-" + (place + 1);
        Map<String, String> environment = new TreeMap<>(Map.of(
                "AX_NAME",
                NAME,
                "AX_NODE_ID",
                id,
                "AX_HTTP_PORT",
                "" + httpPort,
                "AX_CLUSTER_ENABLED",
                "true",
                "AX_CLUSTER_PORT",
                "" + clusterPort,
                "AX_CLUSTER_MEMBERS",
                members,
                "AX_WORKER_SLOTS",
                "64",
                "AX_WORKER_BUILTIN_HANDLERS",
                "true"));
        store.config()
                .forEach((key, value) -> environment.put(
                        "AX_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'), value));
        environment.putAll(setup.environment());
        return new ChildNode.Spec(
                id,
                LOOPBACK,
                httpPort,
                List.of(),
                null,
                List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-Dlogback.configurationFile=logback.xml"),
                List.of("--journal", ChildNode.journal(folder.path(), id).toString()),
                environment);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        load.close();
        nodes.forEach(ChildNode::close);
        store.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        folder.close();
        Leftovers.closed(this);
    }
}
