package dev.ax;

import dev.ax.cli.Cli;

/** Entry point of {@code ax.jar}. */
public final class Main {
    private static final String NETTY_EVENTS = "io.netty.jfr.enabled";

    private Main() {}

    public static void main(String[] args) {
        // Netty would make its events known to the flight recorder, which takes a fifth of a second at each start.
        if (System.getProperty(NETTY_EVENTS) == null) {
            System.setProperty(NETTY_EVENTS, "false");
        }
        System.exit(Cli.run(args));
    }
}
