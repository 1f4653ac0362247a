package dev.ax.scheduler;

import dev.ax.events.BusEvents;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes the events of a cluster while they are wanted, and lingers for a while: each message travels to every member
 * that has a consumer, so who waits for nothing should have none. Any thread may use it.
 */
final class FarEnds {
    private static final Logger LOG = LoggerFactory.getLogger(FarEnds.class);

    /** Coming and going costs the cluster more than to be told of what nobody waits for. */
    static final long LINGER_MS = 30_000;

    private final Vertx vertx;
    private final long lingerMs;
    private final Consumer<JsonObject> hear;
    private final BooleanSupplier wanted;
    private final Runnable listening;
    private MessageConsumer<JsonObject> consumer; // guarded by this, as what follows
    private long timer;
    private boolean wantedLately;
    private boolean closed;

    /**
     * One that consumes nothing yet.
     *
     * @param hear takes each message
     * @param wanted whether somebody waits now
     * @param listening is called once messages come: what happened while they did not was not heard of
     */
    FarEnds(Vertx vertx, long lingerMs, Consumer<JsonObject> hear, BooleanSupplier wanted, Runnable listening) {
        this.vertx = vertx;
        this.lingerMs = lingerMs;
        this.hear = hear;
        this.wanted = wanted;
        this.listening = listening;
    }

    /** Somebody waits. */
    synchronized void want() {
        wantedLately = true;
        if (closed || consumer != null) {
            return;
        }
        MessageConsumer<JsonObject> registering =
                vertx.eventBus().consumer(BusEvents.ADDRESS, message -> hear.accept(message.body()));
        consumer = registering;
        registering.completion().onComplete(done -> listening.run(), fault -> failed(registering, fault));
        lingerOn();
    }

    synchronized void close() {
        closed = true;
        drop();
    }

    private void lingerOn() {
        timer = vertx.setTimer(lingerMs, ignored -> review());
    }

    private synchronized void review() {
        if (consumer == null) {
            return;
        }
        if (wantedLately || wanted.getAsBoolean()) {
            wantedLately = false;
            lingerOn();
        } else {
            drop();
        }
    }

    private synchronized void failed(MessageConsumer<JsonObject> registering, Throwable fault) {
        if (consumer == registering && !closed) {
            LOG.warn("ends on other nodes are not heard of; who waits looks each second", fault);
            drop();
        }
    }

    private void drop() {
        if (consumer != null) {
            vertx.cancelTimer(timer);
            consumer.unregister();
            consumer = null;
        }
    }
}
