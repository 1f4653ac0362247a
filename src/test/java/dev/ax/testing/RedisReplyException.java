package dev.ax.testing;

/** Redis answered a test's command with an error; the message is the error's text. */
public final class RedisReplyException extends RuntimeException {
    RedisReplyException(String message) {
        super(message);
    }
}
