/**
 * Owns what a node holds: claims tasks for the free slots of its pools, guards each attempt by its lease, sends results
 * until they are taken, and gives back what is left when the node stops. Its state belongs to one event loop.
 */
package dev.ax.dispatch;
