package dev.ax.store;

/**
 * Who holds leases.
 *
 * @param id configured, stable over restarts
 * @param number stands for the id in stored records
 * @param incarnation grows with each start under the same id: the store's clock in microseconds when it joined
 */
public record NodeIdentity(String id, int number, long incarnation) {}
