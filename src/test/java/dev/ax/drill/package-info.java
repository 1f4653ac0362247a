/**
 * Whole nodes as processes of their own, on a Redis that is killed or frozen, and what their users saw of it: one fault a
 * drill, then the history of every task. Run by failsafe.
 */
package dev.ax.drill;
