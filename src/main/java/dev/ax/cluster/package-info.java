/**
 * Owns who else is there and who serves which partition: membership by Hazelcast, the hash ring, the watch over the
 * stamps in the store, and the messages between nodes. Nothing of correctness rests on it: wrong or doubled ownership
 * costs milliseconds.
 */
package dev.ax.cluster;
