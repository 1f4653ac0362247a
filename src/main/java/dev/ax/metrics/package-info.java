/** Owns the names and units of ax's metrics; every package that measures calls it. All names begin with {@code ax_}. */
package dev.ax.metrics;
