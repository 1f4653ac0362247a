/** Processes that this one starts and ends: a real Redis, another ax. */
package dev.ax.process;
