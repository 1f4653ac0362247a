/**
 * Owns the assembly of a node: makes everything in order, hands everything what it needs, and takes it down in the
 * reverse order. The command line and applications that embed ax start here.
 */
package dev.ax.node;
