package dev.ax.config;

/**
 * Where the REST endpoint listens.
 *
 * @param enabled false for a node that is embedded without it
 * @param port 0 for any free one
 * @param verticles event loops that serve it; 0 for one a core
 */
public record HttpConfig(boolean enabled, String host, int port, int verticles) {}
