package dev.ax.worker;

import dev.ax.clock.StoreClock;
import dev.ax.task.Outcome;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.nio.charset.StandardCharsets;

/** What an HTTP answer means for the attempt. */
final class HttpVerdict {
    private static final int SHOWN_CHARACTERS = 500;

    private HttpVerdict() {}

    /**
     * The outcome.
     *
     * @param body what was read of it
     * @param whole false where the body was longer and is not read on
     */
    static Outcome of(
            HttpClientResponse response, Buffer body, boolean whole, TargetHeaders.Resolved headers, StoreClock clock) {
        int status = response.statusCode();
        if (StatusRule.isSuccess(status)) {
            return whole ? Results.ofText(body.getBytes()) : Results.omitted();
        }
        String error = ErrorText.limit(headers.redact(describe(response, body)));
        if (StatusRule.isPermanent(status)) {
            return Outcome.Failed.permanent(error);
        }
        boolean throttled = status == 429 || status == 503;
        String wait = throttled ? response.getHeader("Retry-After") : null;
        return new Outcome.Failed(error, false, RetryAfter.parse(wait, clock.nowMs()));
    }

    private static String describe(HttpClientResponse response, Buffer body) {
        StringBuilder text = new StringBuilder("HTTP ").append(response.statusCode());
        if (response.statusMessage() != null && !response.statusMessage().isBlank()) {
            text.append(' ').append(response.statusMessage());
        }
        if (response.statusCode() >= 300 && response.statusCode() <= 399) {
            text.append(" (redirects are not followed)");
        }
        String said = body.toString(StandardCharsets.UTF_8).strip();
        return said.isEmpty()
                ? text.toString()
                : text.append(": ")
                        .append(ErrorText.firstCharacters(said, SHOWN_CHARACTERS))
                        .toString();
    }
}
