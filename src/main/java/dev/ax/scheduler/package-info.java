/**
 * Owns the API to embed ax by, and what stands behind every way in: submit, look up and act on tasks. HTTP, bus and
 * embedding applications call it; it calls the store.
 */
package dev.ax.scheduler;
