package dev.ax.events;

import dev.ax.task.Transition;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageProducer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes transitions to a cluster, sparingly while nobody consumes them: each message to an address without consumers
 * makes Vert.x ask the cluster for some. So whatever comes after a message that nobody took is held for a tenth of a
 * second; then one message shows whether there is a consumer by now, and the rest follows it or is dropped. A consumer
 * that registers therefore misses nothing, but its first events may be a tenth of a second old.
 *
 * <p>On one context; it is used on no other.
 */
final class ClusterEvents {
    static final long HOLD_MS = 100;

    /** Bounds what is held; transitions beyond that in one tenth of a second are dropped. */
    static final int MOST_HELD = 10_000;

    private final Vertx vertx;
    private final int mostAMessage;
    private final MessageProducer<JsonObject> producer;
    private List<Transition> held = new ArrayList<>();
    private boolean taken; // whether somebody took the last message
    private boolean asking; // whether what is held waits for the hold time to pass, or for a message to be taken

    ClusterEvents(Vertx vertx, String address, int mostAMessage) {
        this.vertx = vertx;
        this.mostAMessage = mostAMessage;
        this.producer = vertx.eventBus().publisher(address);
    }

    void publish(List<Transition> transitions) {
        if (taken) {
            write(transitions);
            return;
        }
        int room = Math.min(transitions.size(), MOST_HELD - held.size());
        held.addAll(transitions.subList(0, room));
        if (!asking) {
            asking = true;
            vertx.setTimer(HOLD_MS, ignored -> ask());
        }
    }

    private void ask() {
        List<Transition> first = held.subList(0, Math.min(mostAMessage, held.size()));
        List<Transition> rest = held.subList(first.size(), held.size());
        held = new ArrayList<>();
        producer.write(TransitionsCodec.json(first)).onComplete(done -> {
            asking = false;
            taken = !isUntaken(done.cause());
            List<Transition> since = held;
            held = new ArrayList<>();
            if (taken) {
                write(rest);
                write(since);
            } else if (!since.isEmpty()) {
                publish(since);
            }
        });
    }

    private void write(List<Transition> transitions) {
        for (int from = 0; from < transitions.size(); from += mostAMessage) {
            List<Transition> part = transitions.subList(from, Math.min(from + mostAMessage, transitions.size()));
            producer.write(TransitionsCodec.json(part)).onFailure(fault -> taken = taken && !isUntaken(fault));
        }
    }

    /** Vert.x fails a publication where there is no consumer, and for nothing else. */
    private static boolean isUntaken(Throwable fault) {
        return fault instanceof ReplyException;
    }
}
