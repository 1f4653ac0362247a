/** Owns the command line: {@code serve}, {@code demo}, {@code bench}, {@code drill}. */
package dev.ax.cli;
