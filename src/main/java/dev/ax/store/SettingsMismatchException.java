package dev.ax.store;

/** A node was started with numbers of partitions or groups that the store was not set up with. */
public final class SettingsMismatchException extends RuntimeException {
    public SettingsMismatchException(String message) {
        super(message);
    }
}
