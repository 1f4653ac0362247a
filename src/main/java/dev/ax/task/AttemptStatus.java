package dev.ax.task;

/** How an attempt ended, as the history names it. */
public enum AttemptStatus {
    SUCCEEDED(1),
    FAILED(2),
    TIMED_OUT(3),
    LOST(4),
    CANCELED(5),
    RELEASED(6);

    private static final AttemptStatus[] BY_CODE = {null, SUCCEEDED, FAILED, TIMED_OUT, LOST, CANCELED, RELEASED};

    private final int code;

    AttemptStatus(int code) {
        this.code = code;
    }

    /** The number that stands for this status in stored records; never changes. */
    public int code() {
        return code;
    }

    /**
     * The status with that stored number; null for 0, "no attempt ended here".
     *
     * @throws IllegalArgumentException if no status has the number
     */
    public static AttemptStatus ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("no attempt status has the code " + code);
        }
        return BY_CODE[code];
    }
}
