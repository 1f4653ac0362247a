/**
 * Owns the truth about tasks: {@link dev.ax.store.TaskStore} and its Redis implementation, with keys, scripts and the
 * codec of stored records. The only package that knows Redis. Every transition is made by one atomic script over the
 * keys of one group; everything above may be stale, doubled or lost.
 */
package dev.ax.store;
