package dev.ax.cluster;

import dev.ax.clock.StoreClock;
import dev.ax.promoter.WheelFeed;
import dev.ax.store.StoreListener;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.HashMap;
import java.util.Map;

/**
 * Brings what this node was told of, and what is due soon, to the wheel of the node that owns its partition: one message
 * an owner for all that came in one turn. A message that is lost costs up to a second, since owners look for what is
 * overdue. Any thread may tell it.
 */
final class DueRelay implements StoreListener {
    private final Vertx vertx;
    private final Context context;
    private final String self;
    private final int partitions;
    private final Ownership ownership;
    private final StoreClock clock;
    private final long spanMs;
    private Map<String, DueMessage> waiting = new HashMap<>(); // guarded by this

    /** @param spanMs how far ahead wheels are loaded; what is due later is found by the owner in time */
    DueRelay(
            Vertx vertx,
            Context context,
            String self,
            int partitions,
            Ownership ownership,
            StoreClock clock,
            long spanMs) {
        this.vertx = vertx;
        this.context = context;
        this.self = self;
        this.partitions = partitions;
        this.ownership = ownership;
        this.clock = clock;
        this.spanMs = spanMs;
    }

    /** Takes what other nodes send for this one's wheel. */
    MessageConsumer<Buffer> receive(WheelFeed feed) {
        return vertx.eventBus().consumer(address(self), message -> DueMessage.read(message.body(), partitions, feed));
    }

    @Override
    public void onDue(int partition, long dueMs) {
        String owner = ownership.map().ownerOf(partition);
        if (owner == null || owner.equals(self) || dueMs > clock.nowMs() + spanMs) {
            return;
        }
        boolean first;
        synchronized (this) {
            first = waiting.isEmpty();
            waiting.computeIfAbsent(owner, node -> new DueMessage(partitions)).add(partition, dueMs);
        }
        if (first) {
            context.runOnContext(ignored -> send());
        }
    }

    private void send() {
        take().forEach((owner, message) -> vertx.eventBus().send(address(owner), message.toBuffer()));
    }

    private synchronized Map<String, DueMessage> take() {
        Map<String, DueMessage> taken = waiting;
        waiting = new HashMap<>();
        return taken;
    }

    private static String address(String node) {
        return "ax.node." + node + ".due";
    }
}
