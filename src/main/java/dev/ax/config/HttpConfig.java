package dev.ax.config;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.time.Duration;

/**
 * Where the REST endpoint listens.
 *
 * @param enabled false for a node that is embedded without it
 * @param host an address of this machine; beyond loopback only with API keys, or where {@code insecure}
 * @param port 0 for any free one
 * @param verticles event loops that serve it; 0 for one a core
 * @param insecure whether it may listen where others reach it, although nothing asks who they are
 * @param closeDelay how long a node that stops goes on answering at least, while it says that it is not ready
 */
public record HttpConfig(boolean enabled, String host, int port, int verticles, boolean insecure, Duration closeDelay) {

    public HttpConfig {
        new Checks()
                .that(!host.isBlank(), "an address of this machine", "host")
                .within("port", port, 0, 65_535)
                .that(verticles >= 0 && verticles <= 256, "auto, or an integer from 1 to 256", "verticles")
                .within("close-delay", closeDelay, Duration.ZERO, Duration.ofMinutes(5))
                .done();
    }

    /** Listens on loopback only, and closes as soon as it may. */
    public HttpConfig(boolean enabled, String host, int port, int verticles) {
        this(enabled, host, port, verticles, false, Duration.ZERO);
    }

    /**
     * Whether others cannot reach it. Judged by the text alone: a name other than {@code localhost} may resolve to
     * anything tomorrow, and a look-up would block whoever builds this.
     */
    boolean isLoopback() {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        IPAddress address = new IPAddressString(host).getAddress();
        return address != null && !address.isMultiple() && address.isLoopback();
    }
}
