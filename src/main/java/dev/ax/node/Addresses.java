package dev.ax.node;

import dev.ax.config.AxConfig;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;

/** Where others reach a node. */
final class Addresses {
    private Addresses() {}

    /** The host that its REST endpoint is reached at; one that listens everywhere is reached where the cluster reaches it. */
    static String advertised(AxConfig config) {
        String host = config.http().host();
        IPAddress address = new IPAddressString(host).getAddress();
        if (address == null) {
            return host;
        }
        if (address.isAnyLocal()) {
            return config.cluster().host();
        }
        return address.isIPv6() ? "[" + host + "]" : host;
    }
}
