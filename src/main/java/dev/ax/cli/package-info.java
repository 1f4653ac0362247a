/** Owns the command line: {@code serve}, {@code demo}, {@code bench}, and the Redis that they bring along. */
package dev.ax.cli;
