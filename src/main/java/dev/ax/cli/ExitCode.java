package dev.ax.cli;

/** The exit codes of every command. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;

    /** Wrong usage or configuration: nothing was started, and the same again will not help. */
    static final int USAGE = 2;

    private ExitCode() {}
}
