package dev.ax.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ax.task.TaskState;
import dev.ax.task.Transition;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterEventsTest {
    private static final String ADDRESS = "events";

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final ClusterEvents events = new ClusterEvents(vertx, ADDRESS, 10);
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void whoRegistersWhileEventsAreHeldMissesNone() throws Exception {
        CountDownLatch published = new CountDownLatch(1);
        context.runOnContext(now -> {
            events.publish(transitions(0, 25));
            published.countDown();
        });
        published.await();
        listen();

        assertThat(hear(25)).containsExactlyElementsOf(ids(0, 25));
    }

    @Test
    void whileSomebodyListensNothingIsHeld() throws Exception {
        listen();
        publish(0, 1);
        hear(1);

        publish(1, 40);

        assertThat(hear(39)).containsExactlyElementsOf(ids(1, 40));
    }

    /** The first message after the last consumer went is lost to nobody; the next consumer hears what is held then. */
    @Test
    void afterTheLastConsumerTheNextHearsAgain() throws Exception {
        MessageConsumer<JsonObject> consumer = listen();
        publish(0, 1);
        hear(1);
        consumer.unregister().await();
        publish(1, 2); // shows that nobody listens
        CountDownLatch held = new CountDownLatch(1);
        context.runOnContext(now -> {
            events.publish(transitions(2, 3));
            held.countDown();
        });
        held.await();
        listen();

        assertThat(hear(1)).containsExactly("t-2");
    }

    @Test
    void moreThanMayBeHeldIsDropped() throws Exception {
        context.runOnContext(now -> events.publish(transitions(0, ClusterEvents.MOST_HELD + 5)));
        listen();

        assertThat(hear(ClusterEvents.MOST_HELD)).endsWith("t-" + (ClusterEvents.MOST_HELD - 1));
        publish(1, 2);
        assertThat(hear(1)).containsExactly("t-1");
    }

    private MessageConsumer<JsonObject> listen() {
        MessageConsumer<JsonObject> consumer = vertx.eventBus()
                .consumer(
                        ADDRESS,
                        message -> message.body()
                                .getJsonArray("events")
                                .forEach(event -> heard.add(((JsonObject) event).getString("id"))));
        consumer.completion().await();
        return consumer;
    }

    private void publish(int from, int to) {
        context.runOnContext(now -> events.publish(transitions(from, to)));
    }

    private List<String> hear(int count) throws InterruptedException {
        List<String> ids = new ArrayList<>();
        while (ids.size() < count) {
            String next = heard.poll(30, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            ids.add(next);
        }
        return ids;
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "t-" + i).toList();
    }

    private static List<Transition> transitions(int from, int to) {
        return ids(from, to).stream()
                .map(id -> new Transition(0, id, "noop", "default", null, TaskState.READY, 0, null, null, null))
                .toList();
    }
}
