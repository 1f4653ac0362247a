package dev.ax.worker;

/** Hears whether an attempt may begin. */
@FunctionalInterface
public interface Beginning {

    /**
     * The guard's word.
     *
     * @param atMs the store's clock in epoch ms at the beginning; 0 where the attempt no longer holds and must not begin
     */
    void at(long atMs);
}
