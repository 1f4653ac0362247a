/**
 * Owns the timing wheel: which instants come next. Pure: knows numbers only, reads no clock. The tick owns one and
 * moves it; nobody else touches it.
 */
package dev.ax.wheel;
