package dev.ax.scheduler;

/** Thrown by a handler to say that another attempt is pointless: the task goes straight to FAILED. */
public class PermanentFailureException extends Exception {
    public PermanentFailureException(String message) {
        super(message);
    }

    public PermanentFailureException(String message, Throwable cause) {
        super(message, cause);
    }
}
