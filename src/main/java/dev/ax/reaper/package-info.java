/**
 * Owns the upkeep of the partitions that a node serves: leases that ended, expiry, retention, the audit, and alerts that
 * must come at least once. Everything it does is harmless when two nodes do it.
 */
package dev.ax.reaper;
