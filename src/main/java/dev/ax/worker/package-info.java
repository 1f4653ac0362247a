/**
 * Owns the running of attempts: pools of slots, executors (handler, HTTP, bus), timeouts. Dispatch hands it claimed
 * tasks and hears how they ended.
 */
package dev.ax.worker;
