/**
 * Owns the values of ax: what a task is, the states it passes through, how an attempt ends and what follows from it.
 * Pure: no Vert.x, no Redis, no clock. Every other package uses it.
 */
package dev.ax.task;
