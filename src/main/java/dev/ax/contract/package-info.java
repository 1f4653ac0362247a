/**
 * Owns the shapes that users see: JSON to values and back, every fault found, problems. HTTP, bus and command line use
 * it. Imports no Redis and no verticle.
 */
package dev.ax.contract;
