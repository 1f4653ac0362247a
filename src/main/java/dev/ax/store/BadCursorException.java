package dev.ax.store;

/** A cursor that no page of such a list has given. */
public final class BadCursorException extends RuntimeException {
    public BadCursorException() {
        super("the cursor is not one that a page of this list has given");
    }
}
