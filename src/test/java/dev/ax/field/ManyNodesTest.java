package dev.ax.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.node.AxNode;
import dev.ax.scheduler.Scheduler;
import dev.ax.scheduler.TaskRequest;
import dev.ax.task.AttemptStatus;
import dev.ax.task.History;
import dev.ax.task.Task;
import dev.ax.task.TaskState;
import dev.ax.testing.TestCluster;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Users with three nodes. */
class ManyNodesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TYPE = "work";

    /** F66: the answers come from three nodes, the task is one. */
    @Test
    void fiftyParallelPostsOfOneIdOverThreeNodesMakeOneTaskThatRunsOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (TestCluster cluster = new TestCluster(Map.of())) {
            List<Client> clients = three(
                            cluster,
                            scheduler -> scheduler.register(TYPE, context -> {
                                runs.incrementAndGet();
                                return null;
                            }))
                    .stream()
                    .map(node -> new Client(node.httpPort()))
                    .toList();

            List<CompletableFuture<Answer>> asked = IntStream.range(0, 50)
                    .mapToObj(i -> clients.get(i % 3).postAsync("/v1/tasks", "{\"id\":\"once\",\"type\":\"work\"}"))
                    .toList();
            List<Integer> statuses =
                    asked.stream().map(answer -> answer.join().status()).toList();

            assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
            assertThat(statuses).filteredOn(status -> status == 200).hasSize(49);
            clients.get(2).ended("once");
            assertThat(runs).hasValue(1);
        }
    }

    /** F47: waiting is not being worked on, and what is worked on is renewed. */
    @Test
    void delaysOfTwentyLeasesAndRunsOfFiveAreStartedOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Map<String, String> shortLeases = Map.of(
                "scheduler.lock-expire", "500ms", "scheduler.lock-renew-interval", "100ms", "worker.slots", "20");
        try (TestCluster cluster = new TestCluster(shortLeases)) {
            List<AxNode> nodes = three(cluster, scheduler -> {
                scheduler.register(TYPE, context -> runs.incrementAndGet());
                scheduler.register("long", context -> {
                    // five leases of work: nothing to wait for but time itself
                    TimeUnit.MILLISECONDS.sleep(2_500);
                    return runs.incrementAndGet();
                });
            });
            Map<String, TaskRequest> all = new HashMap<>();
            for (int i = 0; i < 1_000; i++) {
                all.put("delayed-" + i, TaskRequest.of(TYPE).delay(Duration.ofSeconds(10)));
            }
            for (int i = 0; i < 100; i++) {
                all.put("long-" + i, TaskRequest.of("long"));
            }
            Scheduler scheduler = nodes.get(0).scheduler();
            await(Uni.join()
                    .all(all.entrySet().stream()
                            .map(task -> scheduler.submit(task.getValue().id(task.getKey())))
                            .toList())
                    .andFailFast());

            for (String id : all.keySet()) {
                Task ended = await(nodes.get(1).scheduler().awaitEnd(id, PATIENCE));
                assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
                assertThat(ended.attempt()).as(id).isEqualTo(1);
            }
            assertThat(runs).hasValue(all.size());
        }
    }

    /** F55: nodes that come and go beside one that works take nothing from it. */
    @Test
    void whatALivingNodeRunsIsNeverRecoveredWhileOthersComeAndGo() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        Map<String, String> settings = Map.of(
                "scheduler.lock-expire", "2s",
                "scheduler.lock-renew-interval", "500ms",
                "worker.slots", "50",
                "worker.drain-timeout", "0s");
        try (TestCluster cluster = new TestCluster(settings)) {
            AxNode works = cluster.node(
                    "works",
                    scheduler -> scheduler.register(TYPE, context -> {
                        runs.incrementAndGet();
                        mayEnd.await();
                        return null;
                    }));
            List<String> ids = IntStream.range(0, 50).mapToObj(i -> "t-" + i).toList();
            ids.forEach(
                    id -> await(works.scheduler().submit(TaskRequest.of(TYPE).id(id))));
            for (int i = 0; i < 4; i++) {
                AxNode other = cluster.node("other-" + i, scheduler -> scheduler.register(TYPE, context -> null));
                await(other.scheduler().submit(TaskRequest.of("ax.noop").id("beside-" + i)));
                await(other.scheduler().awaitEnd("beside-" + i, PATIENCE));
                await(other.stop());
            }
            mayEnd.countDown();

            for (String id : ids) {
                assertThat(await(works.scheduler().awaitEnd(id, PATIENCE)).attempt())
                        .isEqualTo(1);
            }
            assertThat(runs).hasValue(50);
        }
    }

    /** F52: nobody puts anything new in, and still a node that starts finds what is due and what will be. */
    @Test
    void aNodeThatStartsFindsWhatOthersLeft() throws Exception {
        int each = 200;
        try (TestCluster cluster = new TestCluster(Map.of("worker.drain-timeout", "0s"))) {
            AxNode gone = cluster.node("gone", scheduler -> {});
            for (int i = 0; i < each; i++) {
                await(gone.scheduler().submit(TaskRequest.of(TYPE).id("due-" + i)));
                await(gone.scheduler()
                        .submit(TaskRequest.of(TYPE).id("later-" + i).delay(Duration.ofMillis(4_000 + i))));
            }
            await(gone.stop());

            AxNode node = cluster.node("new", scheduler -> scheduler.register(TYPE, context -> null));
            long readyMs = System.currentTimeMillis();

            for (int i = 0; i < each; i++) {
                Task due = await(node.scheduler().awaitEnd("due-" + i, PATIENCE));
                assertThat(due.startedAtMs()).isLessThan(readyMs + 5_000);
                Task later = await(node.scheduler().awaitEnd("later-" + i, PATIENCE));
                assertThat(later.startedAtMs()).isBetween(later.runAtMs(), Math.max(later.runAtMs(), readyMs) + 5_000);
            }
        }
    }

    /** F123: what is too long for a drain is given back, uses up no retry, and starts elsewhere within two seconds. */
    @Test
    void whatANodeThatStopsGivesBackStartsElsewhereAtOnce() throws Exception {
        BlockingQueue<String> starts = new LinkedBlockingQueue<>();
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestCluster cluster = new TestCluster(Map.of("worker.drain-timeout", "200ms"))) {
            Map<String, AxNode> nodes = new HashMap<>();
            for (String id : List.of("a", "b")) {
                nodes.put(
                        id,
                        cluster.node(
                                id,
                                scheduler -> scheduler.register(TYPE, context -> {
                                    starts.add(id);
                                    mayEnd.await();
                                    return null;
                                })));
            }
            await(nodes.get("a").scheduler().submit(TaskRequest.of(TYPE).id("long")));
            String first = starts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            AxNode other = nodes.get(first.equals("a") ? "b" : "a");

            await(nodes.get(first).stop());

            assertThat(starts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotEqualTo(first);
            mayEnd.countDown();
            Task task = await(other.scheduler().awaitEnd("long", PATIENCE));
            assertThat(task.state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(task.retry()).isZero();
            List<History.Line> lines = await(other.scheduler().history("long")).items();
            History.Line released = lines.stream()
                    .filter(line -> line.outcome() == AttemptStatus.RELEASED)
                    .findAny()
                    .orElseThrow();
            History.Line again = lines.stream()
                    .skip(lines.indexOf(released))
                    .filter(line -> line.to() == TaskState.RUNNING)
                    .findFirst()
                    .orElseThrow();
            assertThat(again.atMs() - released.atMs()).isLessThanOrEqualTo(2_000);
        }
    }

    /** F121: what a member that died has is retried at once, and soon nothing is sent to it any more. */
    @Test
    void requestsToAMemberThatDiedAreRetriedAndThenGoToThoseThatLive() throws Exception {
        String address = "orders.close";
        BlockingQueue<String> stuck = new LinkedBlockingQueue<>();
        try (TestCluster cluster = new TestCluster(Map.of("retry.initial-delay", "100ms", "retry.jitter", "0"))) {
            AxNode node = cluster.node("a", scheduler -> {});
            consume(
                    cluster.member("dies"),
                    address,
                    message -> stuck.add(message.body().getString("taskId")));
            consume(cluster.member("lives"), address, message -> message.reply(null));
            for (int i = 0; i < 20; i++) {
                await(node.scheduler().submit(bus(address, "t-" + i)));
            }
            String held = stuck.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            cluster.kill("dies");

            for (int i = 0; i < 20; i++) {
                assertThat(await(node.scheduler().awaitEnd("t-" + i, PATIENCE)).state())
                        .isEqualTo(TaskState.SUCCEEDED);
            }
            assertThat(await(node.scheduler().get(held)).attempt()).isGreaterThan(1);
            for (int i = 0; i < 20; i++) {
                await(node.scheduler().submit(bus(address, "later-" + i)));
                assertThat(await(node.scheduler().awaitEnd("later-" + i, PATIENCE))
                                .attempt())
                        .isEqualTo(1);
            }
        }
    }

    private static TaskRequest bus(String address, String id) {
        JsonObject target = new JsonObject().put("bus", new JsonObject().put("address", address));
        return TaskRequest.of("close").id(id).timeout(Duration.ofMinutes(5)).put("target", target);
    }

    private static void consume(Vertx member, String address, Handler<Message<JsonObject>> consumer) {
        member.eventBus().consumer(address, consumer).completion().await();
    }

    private static List<AxNode> three(TestCluster cluster, Consumer<Scheduler> handlers) {
        List<AxNode> nodes = new ArrayList<>();
        for (String id : List.of("a", "b", "c")) {
            nodes.add(cluster.node(id, handlers));
        }
        return nodes;
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }
}
