package dev.ax.http;

import dev.ax.contract.Problem;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A request that is not done, thrown from where that is found to where it is answered. Without a stack trace: it is the
 * client's matter, and comes often when it comes.
 */
final class Refusal extends RuntimeException {
    private final int status;
    private final transient Buffer body;
    private final Integer retryAfterSeconds;

    Refusal(Problem problem) {
        this(problem.status(), problem.toBuffer(), problem.retryAfterSeconds(), problem.detail());
    }

    private Refusal(int status, Buffer body, Integer retryAfterSeconds, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.body = body;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** What HTTP itself has a status for: a problem of the type {@code about:blank} (RFC 9457, 4.2.1). */
    private static Refusal plain(int status, String detail, List<String> reasons) {
        JsonObject problem = new JsonObject()
                .put("type", "about:blank")
                .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
                .put("status", status)
                .put("detail", detail);
        if (!reasons.isEmpty()) {
            problem.put("reasons", new JsonArray(reasons));
        }
        return new Refusal(status, problem.toBuffer(), null, detail);
    }

    static Refusal malformed(int status) {
        return plain(
                status,
                switch (status) {
                    case 408 -> "the body stopped coming; send it again";
                    case 414 -> "the first line of the request is too long";
                    case 431 -> "the headers of the request are too large";
                    default -> "this is no valid HTTP request; look at its path and headers";
                },
                List.of());
    }

    static Refusal notReady(List<String> reasons) {
        return plain(503, "this node should get no requests now: " + String.join("; ", reasons), reasons);
    }

    static Refusal hanging(List<String> loops) {
        return plain(503, "event loops of this node hang: " + String.join(", ", loops), loops);
    }

    static Refusal tooLarge(int max) {
        return new Refusal(
                Problem.tooLarge("the body has more than " + max + " bytes: nothing was stored; send it in parts, or"
                        + " keep large data elsewhere and send a reference"));
    }

    static Refusal busy() {
        return new Refusal(Problem.backpressure("this node has too many requests in hand", 1));
    }

    int status() {
        return status;
    }

    /** The problem, as JSON. */
    Buffer body() {
        return body;
    }

    /** Null for none. */
    Integer retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
