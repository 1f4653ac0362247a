package dev.ax.contract;

/** The kinds of problems that ax answers with, after RFC 9457. */
public enum ProblemType {
    /** The input has faults; {@code errors} lists them all. */
    INVALID("invalid", "The request is not valid", 400),
    UNAUTHENTICATED("unauthenticated", "An API key is needed", 401),
    NOT_ALLOWED("not-allowed", "The API key does not allow this", 403),
    NOT_FOUND("not-found", "There is no such thing", 404),
    METHOD_NOT_ALLOWED("method-not-allowed", "The method is not allowed here", 405),
    /** Another task is known under the id. */
    ID_TAKEN("id-taken", "The id belongs to another task", 409),
    /** The task's state forbids the action; carries {@code state} and {@code version}. */
    STATE_FORBIDS("state-forbids", "The task's state forbids this", 409),
    /** The token is not the one of the running attempt. */
    TOKEN_REFUSED("token-refused", "The attempt is not, or no longer, yours", 409),
    PRECONDITION_FAILED("precondition-failed", "The task has changed", 412),
    TOO_LARGE("too-large", "The content is too large", 413),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", "The content type is not supported", 415),
    /** Load or memory forbids new tasks for the moment. */
    BACKPRESSURE("backpressure", "Too much is waiting", 429),
    /** A fault in ax. */
    INTERNAL("internal", "Something went wrong inside ax", 500),
    UNAVAILABLE("unavailable", "The store is out of reach", 503);

    private static final String BASE = "https://ax.dev/problems/";

    private final String uri;
    private final String title;
    private final int status;

    ProblemType(String slug, String title, int status) {
        this.uri = BASE + slug;
        this.title = title;
        this.status = status;
    }

    /** Names the kind for programs; never changes. */
    public String uri() {
        return uri;
    }

    public String title() {
        return title;
    }

    /** The HTTP status, and the failure code on the bus. */
    public int status() {
        return status;
    }
}
