package dev.ax.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskRequest;
import dev.ax.store.ActionResult;
import dev.ax.store.Actor;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import dev.ax.testing.RedisServers;
import dev.ax.testing.TestCluster;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Several clustered nodes on a real Redis. */
class ClusterTest {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final String TYPE = "work";

    @Test
    void threeNodesAgreeOnTheMapAndShareTheWork() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of("worker.slots", "2"))) {
            Set<String> ran = ConcurrentHashMap.newKeySet();
            List<AxNode> nodes = new ArrayList<>();
            for (String id : List.of("a", "b", "c")) {
                nodes.add(cluster.node(
                        id,
                        scheduler -> scheduler.register(TYPE, context -> {
                            ran.add(id);
                            // the others' turn: nobody gets all while each has two slots
                            TimeUnit.MILLISECONDS.sleep(20);
                            return id;
                        })));
            }
            JsonObject map = partitions(nodes.get(0));
            assertThat(new HashSet<>(map.getMap().values())).isEqualTo(Set.of("a", "b", "c"));
            assertThat(partitions(nodes.get(1))).isEqualTo(map);
            assertThat(partitions(nodes.get(2))).isEqualTo(map);

            List<TaskRequest> tasks = IntStream.range(0, 120)
                    .mapToObj(i -> TaskRequest.of(TYPE).id("t-" + i).delay(Duration.ofMillis(i)))
                    .toList();
            for (int i = 0; i < tasks.size(); i++) {
                await(nodes.get(i % 3).scheduler().submit(tasks.get(i)));
            }
            for (int i = 0; i < tasks.size(); i++) {
                Task task = await(nodes.get((i + 1) % 3).scheduler().awaitEnd("t-" + i, WAIT));
                assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
                assertThat(task.attempt()).isEqualTo(1);
                assertThat(task.startedAtMs()).isGreaterThanOrEqualTo(task.runAtMs());
            }
            assertThat(ran).isEqualTo(Set.of("a", "b", "c"));
        }
    }

    @Test
    void theRegistryShowsEveryNodeToEveryNode() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of("scheduler.heartbeat-interval", "200ms"))) {
            AxNode a = cluster.node("a", scheduler -> {});
            AxNode b = cluster.node("b", scheduler -> scheduler.register(TYPE, context -> null));

            JsonObject seen = cluster(a);
            assertThat(seen.getJsonArray("nodes")).hasSize(2);
            JsonObject second = seen.getJsonArray("nodes").getJsonObject(1);
            assertThat(second.getString("id")).isEqualTo("b");
            assertThat(second.getString("address")).isEqualTo("127.0.0.1:" + b.httpPort());
            assertThat(second.getBoolean("member")).isTrue();
            assertThat(second.getJsonArray("types")).contains(TYPE);
            assertThat(second.getInteger("freeSlots")).isEqualTo(second.getInteger("slots"));
            assertThat(second.getString("heartbeatAge")).matches("\\d+ms");
            assertThat(seen.getString("clockOffset")).matches("-?\\d+ms");

            await(b.stop());
            assertThat(cluster(a).getJsonArray("nodes")).hasSize(1);
        }
    }

    @Test
    void whatIsDueSoonReachesTheOwnersWheelWhereverItWasSubmitted() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of())) {
            AxNode a = cluster.node("a", scheduler -> {});
            AxNode b = cluster.node("b", scheduler -> {});
            warmUp(a, b);

            assertThat(latenessMs(b, ofOwner(a, "a", 20))).allMatch(late -> late <= 500);
        }
    }

    @Test
    void whereThatMessageIsLostTheOwnerFindsItWithinASecond() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of())) {
            AxNode a = cluster.node("a", scheduler -> {});
            AxNode b = cluster.node("b", scheduler -> {});
            warmUp(a, b);
            cluster.vertx("b").eventBus().addOutboundInterceptor(context -> {
                if (!context.message().address().endsWith(".due")) {
                    context.next();
                }
            });

            assertThat(latenessMs(b, ofOwner(a, "a", 5))).allMatch(late -> late <= 1_500);
        }
    }

    /** Nodes that know nothing of each other each serve every partition. */
    @Test
    void twoOwnersOfEveryPartitionStartNothingTwice() throws Exception {
        Map<String, Integer> starts = new ConcurrentHashMap<>();
        Consumer<Scheduler> counted =
                scheduler -> scheduler.register(TYPE, context -> starts.merge(context.taskId(), 1, Integer::sum));
        try (TestCluster cluster = new TestCluster(Map.of("cluster.enabled", "false"))) {
            List<AxNode> nodes = List.of(cluster.node("a", counted), cluster.node("b", counted));
            for (int i = 0; i < 300; i++) {
                TaskRequest task =
                        TaskRequest.of(TYPE).id("t-" + i).delay(Duration.ofMillis(i % 2 == 0 ? 0 : 300 + 3 * i));
                await(nodes.get(i % 3 % 2).scheduler().submit(task));
            }
            for (int i = 0; i < 300; i++) {
                Task task = await(nodes.get(i % 2).scheduler().awaitEnd("t-" + i, WAIT));
                assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
                assertThat(task.attempt()).isEqualTo(1);
                assertThat(task.startedAtMs()).isGreaterThanOrEqualTo(task.runAtMs());
            }
            assertThat(starts)
                    .hasSize(300)
                    .allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
        }
    }

    @Test
    void whatAMemberOwnsThatServesNothingIsTakenUpWithinFiveSeconds() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of())) {
            cluster.member("ghost");
            AxNode a = cluster.node("a", scheduler -> {});

            assertThat(latenessMs(a, ofOwner(a, "ghost", 5))).allMatch(late -> late <= 5_500);
        }
    }

    @Test
    void aTaskThatRunsElsewhereIsInterruptedByACancelAnywhere() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        try (TestCluster cluster = new TestCluster(Map.of())) {
            cluster.node(
                    "a",
                    scheduler -> scheduler.register(TYPE, context -> {
                        runs.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException stop) {
                            interrupted.countDown();
                        }
                        return null;
                    }));
            AxNode b = cluster.node("b", scheduler -> {});
            await(b.scheduler().submit(TaskRequest.of(TYPE).id("long")));
            assertThat(runs.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

            ActionResult canceled = await(b.scheduler().cancel("long", Actor.embedded("why not")));

            Task task = ((ActionResult.Done) canceled).task();
            assertThat(task.state()).isEqualTo(TaskState.CANCELED);
            assertThat(task.startedAtMs()).as("its node said when it began").isPositive();
            assertThat(interrupted.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    /** While nobody waits, events travel to nobody. */
    @Test
    void aWaitHearsOfAnEndOnAnotherNode() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestCluster cluster = new TestCluster(Map.of())) {
            AxNode a = cluster.node("a", scheduler -> {});
            cluster.node(
                    "b",
                    scheduler -> scheduler.register(TYPE, context -> mayEnd.await(WAIT.toSeconds(), TimeUnit.SECONDS)));
            assertThat(cluster.consumers("a", "ax.events")).isZero();
            await(a.scheduler().submit(TaskRequest.of(TYPE).id("far")));
            CompletableFuture<Task> wait = a.scheduler().awaitEnd("far", WAIT).subscribeAsCompletionStage();
            while (cluster.consumers("a", "ax.events") == 0) {
                assertThat(wait).isNotDone();
            }

            mayEnd.countDown();
            Task task = wait.get(WAIT.toSeconds(), TimeUnit.SECONDS);

            assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(System.currentTimeMillis() - task.endedAtMs()).isLessThan(1_000);
        }
    }

    /** Each takes what it has handlers for, and no later than half a second after it is READY. */
    @Test
    void workReachesTheNodeThatCanDoItWithinHalfASecond() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of())) {
            AxNode a = cluster.node("a", scheduler -> scheduler.register("of-a", context -> "a"));
            AxNode b = cluster.node("b", scheduler -> scheduler.register("of-b", context -> "b"));
            warmUp(a, b);
            for (int i = 0; i < 20; i++) {
                await(a.scheduler().submit(TaskRequest.of("of-b").id("b-" + i)));
                await(b.scheduler().submit(TaskRequest.of("of-a").id("a-" + i)));
                for (String owner : List.of("a", "b")) {
                    Task task = await(a.scheduler().awaitEnd(owner + "-" + i, WAIT));
                    assertThat(new String(task.result(), StandardCharsets.UTF_8))
                            .isEqualTo("\"" + owner + "\"");
                    assertThat(task.startedAtMs() - task.readyAtMs()).isLessThanOrEqualTo(500);
                }
            }
        }
    }

    @Test
    void aNodeWhoseHazelcastEndedIsNotReady() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of())) {
            AxNode a = cluster.node("a", scheduler -> {});
            assertThat(a.notReady()).isEmpty();

            cluster.hazelcast("a").getLifecycleService().terminate();

            assertThat(a.notReady()).anyMatch(fault -> fault.contains("dropped out of its cluster"));
        }
    }

    @Test
    void nodesComeAndGoOnTheEventBus() throws Exception {
        try (TestCluster cluster = new TestCluster(Map.of())) {
            Vertx observer = cluster.member("observer");
            BlockingQueue<JsonObject> events = new LinkedBlockingQueue<>();
            observer.eventBus()
                    .<JsonObject>consumer(
                            "ax.events",
                            message -> message.body()
                                    .getJsonArray("events")
                                    .forEach(event -> events.add((JsonObject) event)))
                    .completion()
                    .await(WAIT.toSeconds(), TimeUnit.SECONDS);

            AxNode a = cluster.node("a", scheduler -> {});
            assertThat(next(events)).isEqualTo("node-joined a");
            await(a.stop());
            assertThat(next(events)).isEqualTo("node-left a");
        }
    }

    @Test
    void whatANewNodeAdoptsTheOthersFollowForWhatTheyHold() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestCluster cluster = new TestCluster(Map.of("scheduler.heartbeat-interval", "200ms"))) {
            AxNode a = cluster.node(
                    "a",
                    scheduler -> scheduler.register(TYPE, context -> {
                        runs.countDown();
                        return mayEnd.await(WAIT.toSeconds(), TimeUnit.SECONDS);
                    }));
            await(a.scheduler().submit(TaskRequest.of(TYPE).id("held")));
            assertThat(runs.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            long before = leaseEndMs(cluster, "held");

            cluster.node(
                    "b",
                    Map.of(
                            "store.adopt-settings", "true",
                            "scheduler.lock-expire", "3m",
                            "scheduler.lock-renew-interval", "30s"),
                    scheduler -> {});

            long deadlineNanos = System.nanoTime() + WAIT.toNanos();
            while (leaseEndMs(cluster, "held") < before + 120_000) {
                assertThat(System.nanoTime()).as("a has not heard").isLessThan(deadlineNanos);
            }
            mayEnd.countDown();
            assertThat(await(a.scheduler().awaitEnd("held", WAIT)).attempt()).isEqualTo(1);
        }
    }

    private static long leaseEndMs(TestCluster cluster, String id) {
        Object score = RedisServers.shared().command("ZSCORE", cluster.key("running"), id);
        return (long) Double.parseDouble(score.toString());
    }

    private static String next(BlockingQueue<JsonObject> events) throws InterruptedException {
        JsonObject event = events.poll(WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        return event.getString("event") + " " + event.getString("node");
    }

    /** Their first tasks, whose classes are loaded meanwhile. */
    private static void warmUp(AxNode... nodes) {
        for (AxNode node : nodes) {
            String id = "warm-" + node.config().nodeId();
            await(node.scheduler().submit(TaskRequest.of("ax.noop").id(id)));
            await(node.scheduler().awaitEnd(id, WAIT));
        }
    }

    /** Ids whose partition belongs to a node. */
    private static List<String> ofOwner(AxNode node, String owner, int count) throws Exception {
        JsonObject map = partitions(node);
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "task-" + i)
                .filter(id -> owner.equals(map.getString("" + partitionOf(id))))
                .limit(count)
                .toList();
    }

    /** As docs/store.md has it. */
    private static long partitionOf(String id) {
        CRC32 crc = new CRC32();
        crc.update(id.getBytes(StandardCharsets.UTF_8));
        return crc.getValue() % 32;
    }

    /** How late each started that was submitted at a node, due in 700 ms. */
    private static List<Long> latenessMs(AxNode node, List<String> ids) {
        for (String id : ids) {
            await(node.scheduler().submit(TaskRequest.of("ax.noop").id(id).delay(Duration.ofMillis(700))));
        }
        List<Long> late = new ArrayList<>();
        for (String id : ids) {
            Task task = await(node.scheduler().awaitEnd(id, WAIT));
            assertThat(task.attempt()).isEqualTo(1);
            late.add(task.startedAtMs() - task.runAtMs());
        }
        return late;
    }

    private static JsonObject partitions(AxNode node) throws Exception {
        return cluster(node).getJsonObject("partitions");
    }

    private static JsonObject cluster(AxNode node) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.httpPort() + "/v1/cluster"))
                .build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(WAIT);
    }
}
