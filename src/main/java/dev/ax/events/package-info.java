/**
 * Owns what ax tells the world by itself: transitions on {@code ax.events}, what a person must see on
 * {@code ax.alerts}. Store listeners and verticles call it.
 */
package dev.ax.events;
