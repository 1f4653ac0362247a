/**
 * Owns the moment: the wheel of this node, what is due in it, and the calls of {@code fire} that follow. The promoter
 * and the store's listener feed it through its inbox; nobody calls it.
 */
package dev.ax.tick;
