package dev.ax.worker;

/** A target, as it was submitted, cannot be called: another attempt is pointless. The message is for the user. */
final class TargetFaultException extends Exception {
    TargetFaultException(String message) {
        super(message);
    }
}
