package dev.ax.cli;

/**
 * What the benchmark measures, each round on an empty Redis.
 *
 * @param label as the command line names it
 * @param length of a run with the default counts
 * @param warmUp whether a shorter round comes first, since what is measured runs in this process
 * @param about a line for the help
 */
record BenchScenario(String label, Length length, WarmUp warmUp, String about, Body body) {
    /** A long one is run only where it is named, and one round of it by default. */
    enum Length {
        QUICK,
        LONG
    }

    /** A fresh process is to be measured as it comes: there a round before changes nothing. */
    enum WarmUp {
        FIRST,
        NONE
    }

    /** One round. */
    @FunctionalInterface
    interface Body {
        void run(BenchRound round) throws Exception;
    }

    boolean isLong() {
        return length == Length.LONG;
    }
}
