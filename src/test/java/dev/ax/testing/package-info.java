/** Real Redis servers for tests, and faults between them and what is tested. */
package dev.ax.testing;
