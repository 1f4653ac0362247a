/**
 * Owns the event bus as a way in: the same calls as REST, for verticles of the same Vert.x or cluster. Assembled by a
 * node; speaks to the scheduler in the shapes of the contract.
 */
package dev.ax.bus;
