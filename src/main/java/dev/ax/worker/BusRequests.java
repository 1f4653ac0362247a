package dev.ax.worker;

import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;

/** Sends requests over the event bus. */
@FunctionalInterface
interface BusRequests {

    /**
     * Sends a request to one consumer of the address.
     *
     * @param options the headers may be added to
     * @return the reply, on any thread; fails with a {@link io.vertx.core.eventbus.ReplyException} where there will be
     *     none
     * @throws IllegalArgumentException or such where the body cannot be sent
     */
    Future<Message<Object>> send(String address, Object body, DeliveryOptions options);
}
