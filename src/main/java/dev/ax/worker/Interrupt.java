package dev.ax.worker;

/** Makes the executor of an attempt stop. */
@FunctionalInterface
public interface Interrupt {

    /**
     * Stops it, or asks it to.
     *
     * @return false where the executor had not been called yet, and now never will be
     */
    boolean stop();
}
