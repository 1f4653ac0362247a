package dev.ax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.cluster.Members;
import dev.ax.task.Outcome;
import dev.ax.testing.TestCluster;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Consumers on other members of a real cluster, some of which die. */
class BusAcksTest {
    private static final String ADDRESS = "orders.close";
    private static final Duration BOUND = Duration.ofSeconds(2);

    private final TestCluster cluster = new TestCluster(Map.of());
    private final BlockingQueue<Message<JsonObject>> received = new LinkedBlockingQueue<>();
    private Vertx asker;
    private Vertx other;
    private BusAcks acks;
    private BusPool pool;

    @BeforeEach
    void open() {
        asker = cluster.member("asker");
        other = cluster.member("other");
        acks = acks(asker, "asker");
        pool = new BusPool(acks, Runs.config());
    }

    @AfterEach
    void close() {
        acks.close();
        cluster.close();
    }

    @Test
    void aConsumerOnAnotherMemberAnswers() {
        acks(other, "other");
        consume(other, message -> message.reply(message.body().getString("taskId")));

        assertThat(run().awaitSuccess().result()).asString().isEqualTo("\"task-1\"");
        assertThat(acks.pending()).isZero();
    }

    @Test
    void whatADeadMemberHasIsRetriedAndWhatOthersHaveIsNot() throws Exception {
        Vertx third = cluster.member("third");
        acks(other, "other");
        acks(third, "third");
        consume(other, received::add);
        BlockingQueue<Message<JsonObject>> receivedByThird = new LinkedBlockingQueue<>();
        consume(third, receivedByThird::add);
        while (cluster.consumers("asker", ADDRESS) < 2) {
            Thread.onSpinWait(); // the member that asks may not have heard of the last one yet
        }
        List<FakeSink> sinks = IntStream.range(0, 20).mapToObj(this::run).toList();
        List<Message<JsonObject>> alive = take(10, received);
        List<FakeSink> dead = take(10, receivedByThird).stream()
                .map(message -> sinks.get(message.body().getInteger("payload")))
                .toList();

        while (acks.unacknowledged() > 0) {
            Thread.onSpinWait(); // else a call may end by what is not known of it
        }
        long killed = System.nanoTime();
        cluster.kill("third");
        assertThat(dead)
                .allSatisfy(sink -> assertThat(sink.await())
                        .isEqualTo(Outcome.Failed.retryable("the member that was asked left the cluster")));
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(BOUND);

        alive.forEach(message -> message.reply(1));
        assertThat(sinks)
                .filteredOn(sink -> sink.await() instanceof Outcome.Succeeded)
                .hasSize(10);
        assertThat(acks.pending()).isZero();
    }

    @Test
    void whatADeadMemberWithoutAxMayHaveIsRetried() throws Exception {
        consume(other, received::add);
        FakeSink sink = run();
        take(1, received);
        long killed = System.nanoTime();
        cluster.kill("other");

        Outcome.Failed failed = sink.awaitFailure();
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(BOUND);
        assertThat(failed.permanent()).isFalse();
        assertThat(failed.error()).contains("a member left the cluster that may be the one that was asked");
    }

    @Test
    void aConsumerOfThisMemberIsNotDoubtedWhenAnotherLeaves() throws Exception {
        consume(asker, received::add);
        FakeSink sink = run();
        Message<JsonObject> message = take(1, received).get(0);
        BlockingQueue<String> left = new LinkedBlockingQueue<>();
        Members.of(asker, "asker").onLeft(left::add);
        cluster.kill("other");
        assertThat(left.poll(30, TimeUnit.SECONDS)).isNotNull();

        asker.setTimer(PendingCalls.GRACE.toMillis() * 2, ignored -> message.reply(1));
        assertThat(sink.await()).isInstanceOf(Outcome.Succeeded.class);
    }

    /** Its consumers are still in the tables of the bus when the first requests go out. */
    @Test
    void whatIsSentToAMemberThatHasJustDiedIsRetriedToo() throws Exception {
        acks(other, "other");
        consume(other, message -> message.reply(1));
        run().awaitSuccess();
        cluster.kill("other");
        List<FakeSink> sinks = new CopyOnWriteArrayList<>();
        CountDownLatch sent = new CountDownLatch(50);
        asker.setPeriodic(20, ignored -> {
            if (sent.getCount() > 0) {
                sinks.add(run());
                sent.countDown();
            }
        });
        sent.await();

        assertThat(sinks)
                .allSatisfy(sink -> assertThat(sink.awaitFailure().permanent()).isFalse());
    }

    @Test
    void aClosedNodeAcknowledgesNothingMore() {
        BusAcks closed = acks(other, "other");
        closed.close();
        consume(other, message -> message.reply(message.headers().get(AckAddress.HEADER) != null));

        assertThat(run().awaitSuccess().result()).asString().isEqualTo("true");
        assertThat(cluster.consumers("asker", new AckAddress(cluster.vertxName("asker"), "asker").text()))
                .isEqualTo(1);
    }

    private static BusAcks acks(Vertx member, String node) {
        BusAcks opened = new BusAcks(member, node, Members.of(member, node)::onLeft);
        opened.ready().await().atMost(Duration.ofSeconds(30));
        return opened;
    }

    private static void consume(Vertx member, Consumer<Message<JsonObject>> consumer) {
        member.eventBus()
                .<JsonObject>consumer(ADDRESS, consumer::accept)
                .completion()
                .await();
    }

    private static List<Message<JsonObject>> take(int count, BlockingQueue<Message<JsonObject>> received)
            throws InterruptedException {
        List<Message<JsonObject>> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Message<JsonObject> next = received.poll(30, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            taken.add(next);
        }
        return taken;
    }

    private FakeSink run() {
        return run(1);
    }

    private FakeSink run(int payload) {
        FakeSink sink = new FakeSink();
        pool.run(Runs.bus(ADDRESS, "" + payload, Runs.LONG), new FakeGuard(), sink);
        return sink;
    }
}
