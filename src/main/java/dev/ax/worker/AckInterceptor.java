package dev.ax.worker;

import io.vertx.core.Handler;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says of each request that reaches a consumer in this member, and asks for it, that it has: on the bus to other members,
 * directly to this one. Vert.x calls it when it hands a message to its consumer, on the thread of that consumer; what
 * waits in the queue of a busy one is not acknowledged yet.
 */
final class AckInterceptor implements Handler<DeliveryContext<Object>> {
    private static final Logger LOG = LoggerFactory.getLogger(AckInterceptor.class);

    private final EventBus bus;
    private final AckAddress own;
    private final LongConsumer acknowledged;

    /** @param acknowledged is told of this node's own requests that a consumer in this member has */
    AckInterceptor(EventBus bus, AckAddress own, LongConsumer acknowledged) {
        this.bus = bus;
        this.own = own;
        this.acknowledged = acknowledged;
    }

    @Override
    public void handle(DeliveryContext<Object> delivery) {
        try {
            acknowledge(delivery.message());
        } catch (RuntimeException fault) {
            LOG.warn("a request for {} goes unacknowledged", delivery.message().address(), fault);
        } finally {
            delivery.next();
        }
    }

    private void acknowledge(Message<Object> message) {
        if (!message.isSend() || message.replyAddress() == null) {
            return;
        }
        String asker = message.headers().get(AckAddress.HEADER);
        String call = message.headers().get(AckAddress.CALL);
        if (asker == null || call == null) {
            return;
        }
        if (asker.equals(own.text())) {
            acknowledged.accept(Long.parseLong(call));
        } else if (!own.isOfMember(asker)) {
            bus.send(asker, new JsonObject().put("call", Long.parseLong(call)).put("member", own.member()));
        }
        // Else another node in this member asks, which has an interceptor of its own.
    }
}
