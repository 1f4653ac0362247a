/**
 * Owns the REST way in: reads requests within bounds, hands them to the scheduler, writes what it answers. Assembled by
 * a node; knows neither store nor queues.
 */
package dev.ax.http;
