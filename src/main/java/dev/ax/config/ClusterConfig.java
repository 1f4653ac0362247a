package dev.ax.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How nodes find each other.
 *
 * @param enabled false for a node that knows of no other
 * @param host address of this machine that Hazelcast and the event bus listen on, and which the others are told
 * @param port of Hazelcast
 * @param busPort of the event bus; 0 for any free one
 * @param members {@code host:port} of nodes that may be up already; empty for the first of a cluster
 * @param kubernetesService DNS name of a headless Service whose pods are the nodes; empty where {@code members} tells
 */
public record ClusterConfig(
        boolean enabled, String host, int port, int busPort, List<String> members, String kubernetesService) {

    /** No cluster. */
    public static final ClusterConfig OFF = new ClusterConfig(false, "127.0.0.1", 5701, 0, List.of(), "");

    private static final Pattern MEMBER = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]):\\d{1,5}");

    public ClusterConfig {
        members = List.copyOf(members);
        new Checks()
                .that(!host.isBlank(), "an address of this machine", "host")
                .within("port", port, 1, 65_535)
                .within("bus-port", busPort, 0, 65_535)
                .that(port != busPort, "another port than ax.cluster.port", "bus-port", "port")
                .that(
                        members.stream()
                                .allMatch(member -> MEMBER.matcher(member).matches()),
                        "host:port of each, separated by commas",
                        "members")
                .that(
                        members.isEmpty() || kubernetesService.isBlank(),
                        "no value where members are given: one of the two tells",
                        "kubernetes-service",
                        "members")
                .done();
    }
}
