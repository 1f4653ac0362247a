/**
 * What users of schedulers ran into, posed to a whole node from outside: by REST and by the event bus, against a real
 * Redis. Each class protects one promise of the contract.
 */
package dev.ax.field;
