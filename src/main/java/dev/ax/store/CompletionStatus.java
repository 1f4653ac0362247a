package dev.ax.store;

/** The store's word on the end of an attempt. */
public enum CompletionStatus {
    /** It is the end of that attempt now. */
    ACCEPTED,
    /** That attempt ended in just this way before: nothing changed. */
    REPEATED,
    /** The token is not the valid one, or the attempt ended otherwise: nothing changed. */
    REFUSED,
    /** No such task. */
    UNKNOWN
}
