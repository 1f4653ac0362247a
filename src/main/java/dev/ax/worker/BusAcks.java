package dev.ax.worker;

import dev.ax.async.Bridge;
import dev.ax.clock.NanoClock;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.ClusteredNode;

/**
 * Has requests over a cluster's event bus acknowledged, and ends those whose member left: see {@link PendingCalls}. It
 * also acknowledges what other nodes ask of consumers in this member. Costs one small message a request that another
 * member takes. Any thread may use it.
 */
public final class BusAcks implements AutoCloseable {
    private static final long JUDGE_EVERY_MS = 250;

    private final Vertx vertx;
    private final AckAddress address;
    private final PendingCalls calls;
    private final ConsumerLooks looks;
    private final AckInterceptor interceptor;
    private final MessageConsumer<JsonObject> consumer;
    private final long timer;

    /**
     * Begins to acknowledge and to be acknowledged.
     *
     * @param vertx one in a cluster
     */
    public BusAcks(Vertx vertx, String nodeId, Departures departures) {
        NanoClock clock = NanoClock.SYSTEM;
        ClusteredNode cluster = ((VertxInternal) vertx).clusterManager();
        this.vertx = vertx;
        this.address = new AckAddress(cluster.getNodeId(), nodeId);
        this.calls = new PendingCalls(clock);
        this.looks = new ConsumerLooks(vertx, cluster, calls, clock);
        this.interceptor =
                new AckInterceptor(vertx.eventBus(), address, call -> calls.acknowledged(call, address.member()));
        this.consumer = vertx.eventBus().consumer(address.text(), message -> hear(message.body()));
        vertx.eventBus().addInboundInterceptor(interceptor);
        departures.onLeft(calls::left);
        this.timer = vertx.setPeriodic(JUDGE_EVERY_MS, ignored -> calls.judge());
        looks.start();
    }

    /** Emits once other members know where to acknowledge; what they get before, they acknowledge to nobody. */
    public Uni<Void> ready() {
        return Bridge.uni(consumer::completion);
    }

    /** Sends a request; its future fails as well where the member that has it left. */
    Future<Message<Object>> send(String to, Object body, DeliveryOptions options) {
        Promise<Message<Object>> answer = Promise.promise();
        long call = calls.begin(to, why -> answer.tryFail(new ReplyException(ReplyFailure.ERROR, why)));
        try {
            vertx.eventBus().request(to, body, address.ask(options, call)).onComplete(reply -> {
                calls.end(call);
                if (reply.succeeded()) {
                    answer.tryComplete(reply.result());
                } else {
                    answer.tryFail(reply.cause());
                }
            });
        } catch (RuntimeException unsendable) {
            calls.end(call);
            throw unsendable;
        }
        return answer.future();
    }

    /** Calls that are not answered. */
    int pending() {
        return calls.size();
    }

    /** Addresses of calls that nobody has acknowledged. */
    int unacknowledged() {
        return calls.unacknowledged().size();
    }

    /** Acknowledges nothing more, and ends no call early. */
    @Override
    public void close() {
        looks.close();
        vertx.cancelTimer(timer);
        vertx.eventBus().removeInboundInterceptor(interceptor);
        consumer.unregister();
    }

    private void hear(JsonObject ack) {
        calls.acknowledged(ack.getLong("call"), ack.getString("member"));
    }
}
