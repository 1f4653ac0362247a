/** Owns the reading of time: the monotonic source and the estimate of the store's clock. Everything else is handed an instant. */
package dev.ax.clock;
