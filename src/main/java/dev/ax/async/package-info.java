/** Owns the bridge between Vert.x futures and Mutiny: the one place where one becomes the other. */
package dev.ax.async;
