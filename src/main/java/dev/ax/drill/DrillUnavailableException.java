package dev.ax.drill;

/** A drill cannot be done on this machine, or on this store; the message says why. Nothing was found out. */
public final class DrillUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DrillUnavailableException(String reason) {
        super(reason);
    }

    DrillUnavailableException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
