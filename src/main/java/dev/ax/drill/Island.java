package dev.ax.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A network namespace for one node, joined to this machine by two ways: one for clients and Redis, and one for its peers,
 * which can be cut in both directions. Needs root and {@code ip} (iproute2), and is the only one on its machine. For one
 * thread, but for the close.
 */
final class Island implements AutoCloseable {
    /** Where this machine is reached from the island, for Redis. */
    static final String SHORE = "10.187.0.1";

    private static final String ISLAND = "10.187.0.2";
    private static final String PEERS = "10.187.1.1";
    private static final String PEER = "10.187.2.2";
    private static final String NAME = "ax-drill";
    private static final List<String> INSIDE = List.of("ip", "netns", "exec", NAME);

    /**
     * Makes it, in place of one that a run which was killed left behind.
     *
     * @throws DrillUnavailableException if that may not be done here
     */
    Island() {
        Leftovers.opened(this);
        takeAway();
        try {
            ip("netns add " + NAME);
            ip("link add ax-drill0 type veth peer name ax-drill1 netns " + NAME);
            ip("addr add " + SHORE + "/24 dev ax-drill0");
            ip("addr add " + PEERS + "/32 dev ax-drill0");
            ip("link set ax-drill0 up");
            ip("-n " + NAME + " addr add " + ISLAND + "/24 dev ax-drill1");
            ip("-n " + NAME + " addr add " + PEER + "/32 dev ax-drill1");
            ip("-n " + NAME + " link set ax-drill1 up");
            ip("-n " + NAME + " link set lo up");
            heal();
        } catch (RuntimeException fault) {
            close();
            throw new DrillUnavailableException(
                    "it makes a network namespace, which needs root and ip (iproute2): " + fault.getMessage(), fault);
        }
    }

    /** A node on the island. */
    ChildNode.Spec inside(ChildNode.Spec node, int redisPort) {
        return node.at(ISLAND)
                .prefixed(INSIDE)
                .with(Map.of(
                        "AX_HTTP_HOST",
                        ISLAND,
                        "AX_HTTP_INSECURE",
                        "true",
                        "AX_CLUSTER_HOST",
                        PEER,
                        "AX_CLUSTER_MEMBERS",
                        members(node),
                        "AX_REDIS_URL",
                        "redis://" + SHORE + ":" + redisPort));
    }

    /** One of its peers. */
    ChildNode.Spec outside(ChildNode.Spec node) {
        return node.with(Map.of("AX_CLUSTER_HOST", PEERS, "AX_CLUSTER_MEMBERS", members(node)));
    }

    /** The last of the members is the one on the island. */
    private static String members(ChildNode.Spec node) {
        String members = node.environment().get("AX_CLUSTER_MEMBERS").replace(Arena.LOOPBACK, PEERS);
        int last = members.lastIndexOf(PEERS);
        return members.substring(0, last) + PEER + members.substring(last + PEERS.length());
    }

    /** Lets nothing pass between peers, in either direction. */
    void cut() {
        ip("-n " + NAME + " route replace blackhole " + PEERS + "/32");
        ip("route replace blackhole " + PEER + "/32");
    }

    void heal() {
        ip("-n " + NAME + " route del blackhole " + PEERS + "/32", true);
        ip("route del blackhole " + PEER + "/32", true);
        ip("-n " + NAME + " route replace " + PEERS + "/32 via " + SHORE + " src " + PEER);
        ip("route replace " + PEER + "/32 via " + ISLAND + " src " + PEERS);
    }

    @Override
    public void close() {
        takeAway();
        Leftovers.closed(this);
    }

    private static void takeAway() {
        ip("route del blackhole " + PEER + "/32", true);
        ip("link del ax-drill0", true);
        ip("netns del " + NAME, true);
    }

    private static void ip(String arguments) {
        ip(arguments, false);
    }

    /** @param lenient whether it may fail, since there may be nothing to take away */
    private static void ip(String arguments, boolean lenient) {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments.split(" ", -1)));
        try {
            Shell.run(command.toArray(String[]::new));
        } catch (RuntimeException fault) {
            if (!lenient) {
                throw fault;
            }
        }
    }
}
