/**
 * Owns the horizon: how far ahead the wheel knows what is due in each partition that this node serves. It copies from
 * the store to the tick's inbox; the store's listener offers what is submitted meanwhile through
 * {@link dev.ax.promoter.WheelFeed}.
 */
package dev.ax.promoter;
