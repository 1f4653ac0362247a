package dev.ax.worker;

import io.vertx.core.eventbus.DeliveryOptions;

/**
 * Where a node hears who has its requests: {@code {call, member}}.
 *
 * @param member the name that Vert.x gives the member of the cluster in which the node runs
 * @param node the node's id: several may run in one member
 */
record AckAddress(String member, String node) {

    /** The header of a request that names the address. */
    static final String HEADER = "ax-ack";

    /** The header of a request that holds its number. */
    static final String CALL = "ax-call";

    String text() {
        return prefix() + node;
    }

    /** Whether an address is one of the same member. */
    boolean isOfMember(String address) {
        return address.startsWith(prefix());
    }

    /** Has the request acknowledged at this address under the number. */
    DeliveryOptions ask(DeliveryOptions options, long call) {
        return options.addHeader(HEADER, text()).addHeader(CALL, Long.toString(call));
    }

    private String prefix() {
        return "ax.acks." + member + ".";
    }
}
