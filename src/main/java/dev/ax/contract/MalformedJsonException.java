package dev.ax.contract;

/** The bytes are no JSON text. Checked, so that no caller forgets it; without a stack trace, since it is an input's fault. */
final class MalformedJsonException extends Exception {
    MalformedJsonException(String detail, int offset) {
        super(detail + " at byte " + offset, null, false, false);
    }
}
