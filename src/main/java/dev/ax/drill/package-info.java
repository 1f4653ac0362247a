/**
 * Fault drills: real nodes and a real Redis on this machine, load, one fault, and a look at the whole history of every
 * task afterwards. Blocks; not for event loops.
 */
package dev.ax.drill;
