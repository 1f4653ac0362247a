/**
 * Owns the configuration of a node: one record a feature, read from {@code ax.yaml}, then environment, then system
 * properties; all faults in one message.
 */
package dev.ax.config;
