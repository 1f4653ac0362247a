package dev.ax.contract;

/** A request's body or query, read: its value, or the problem that names every fault of it. */
public sealed interface Input<T> {

    record Valid<T>(T value) implements Input<T> {}

    record Invalid<T>(Problem problem) implements Input<T> {}
}
