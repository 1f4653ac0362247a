package dev.ax.http;

import dev.ax.config.LimitsConfig;
import dev.ax.contract.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** Judges a request's body by its head. */
final class Bodies {
    /** What a task may hold beside its payload, and an action or a report at all. */
    private static final int BESIDE_PAYLOAD = 256 * 1024;

    private Bodies() {}

    /** How much of a body is read that holds one payload or result: judging it byte by byte comes later. */
    static int mostBytes(LimitsConfig limits) {
        return limits.maxPayload() + BESIDE_PAYLOAD;
    }

    /** Refuses what is not JSON. */
    static void requireJson(HttpServerRequest request) {
        requireOneOf(request, MediaTypes.JSON, "");
    }

    /** Refuses what is neither a JSON array nor JSON lines; whether it is lines. */
    static boolean requireJsonOrLines(HttpServerRequest request) {
        return requireOneOf(request, MediaTypes.JSON, MediaTypes.NDJSON).equals(MediaTypes.NDJSON);
    }

    private static String requireOneOf(HttpServerRequest request, String type, String orType) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new Refusal(Problem.unsupportedMediaType("it is, without Content-Encoding " + encoding));
        }
        String sent = MediaTypes.of(request.getHeader(HttpHeaders.CONTENT_TYPE));
        if (sent.equals(type) || (!orType.isEmpty() && sent.equals(orType))) {
            return sent;
        }
        if (announced(request) == 0) {
            return type; // an empty body has no type, whatever the client's library says
        }
        throw new Refusal(Problem.unsupportedMediaType(orType.isEmpty() ? type : type + " or " + orType));
    }

    /** Bytes that the head announces: 0 for no body, -1 where it does not say how many. */
    static long announced(HttpServerRequest request) {
        if (request.headers().contains(HttpHeaders.TRANSFER_ENCODING)) {
            return -1;
        }
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        // The decoder has refused what is not a number; one that no long holds is refused here as too large.
        return length == null ? 0 : length.length() > 18 ? Long.MAX_VALUE : Long.parseLong(length.strip());
    }
}
