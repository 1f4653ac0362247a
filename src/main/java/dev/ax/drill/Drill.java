package dev.ax.drill;

/** One fault, or one load, and what ax promises under it. */
interface Drill {

    /** What it does, in a line. */
    String about();

    /**
     * Does it and says what was found. Takes as long as {@link Scale} says, and ends all that it starts.
     *
     * @throws DrillUnavailableException if it cannot be done here, with the reason
     * @throws IllegalStateException if it came to no end, as where nodes do not start
     */
    Report run(String name, Scale scale);
}
