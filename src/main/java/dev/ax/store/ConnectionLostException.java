package dev.ax.store;

/** A request has no answer, and its connection is gone. Stackless: one is made for each request in flight. */
final class ConnectionLostException extends RuntimeException {
    private final boolean sent;

    ConnectionLostException(String message, boolean sent) {
        super(message, null, false, false);
        this.sent = sent;
    }

    /** Whether the request may have reached the server; if not, it certainly did not run. */
    boolean sent() {
        return sent;
    }
}
