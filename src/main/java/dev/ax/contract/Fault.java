package dev.ax.contract;

/**
 * One thing that is wrong with an input.
 *
 * @param pointer JSON pointer (RFC 6901) to it; empty for the whole
 * @param detail what is wrong and what would be right
 */
public record Fault(String pointer, String detail) {}
