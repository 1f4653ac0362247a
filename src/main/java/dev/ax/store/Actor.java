package dev.ax.store;

/**
 * Who acts on a task, for the history.
 *
 * @param by {@code api}, {@code bus}, {@code embedded}, …
 * @param reason null where none was given
 */
public record Actor(String by, String reason) {

    /** The application that embeds ax. */
    public static Actor embedded(String reason) {
        return new Actor("embedded", reason);
    }
}
