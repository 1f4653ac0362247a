package dev.ax;

import dev.ax.cli.Cli;

/** Entry point of {@code ax.jar}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(Cli.run(args));
    }
}
