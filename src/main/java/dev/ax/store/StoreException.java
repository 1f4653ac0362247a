package dev.ax.store;

/** The store could not be asked, or would not take it. */
public final class StoreException extends RuntimeException {

    /** Why. */
    public enum Kind {
        /** Out of reach, loading, failing over or read-only: whether the call took effect is unknown. Try again. */
        UNAVAILABLE,
        /** Its memory is at the limit: nothing was stored. Try again later. */
        FULL,
        /** This node has as many calls under way as it may: nothing was sent. Try again at once. */
        BUSY,
        /** The store answered what no script of this release answers: a fault in ax or damaged data. */
        BROKEN
    }

    private final Kind kind;

    public StoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the same call may succeed later. */
    public boolean retryable() {
        return kind != Kind.BROKEN;
    }
}
