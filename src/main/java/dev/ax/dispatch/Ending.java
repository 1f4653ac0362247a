package dev.ax.dispatch;

/** Why an attempt is no longer this node's to run. */
enum Ending {
    /** Its task was cancelled. */
    CANCELED,
    /** Its lease was lost: the history has LOST, or will have. */
    LOST,
    /** This node stops and gives it back. */
    RELEASED
}
