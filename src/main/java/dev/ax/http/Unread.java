package dev.ax.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/**
 * The rest of a body whose request is answered already. A connection closed at once would be reset by the system, and
 * the client, still sending, would never see the answer; one kept open would read for as long as the client likes. So
 * what comes is dropped for a while, then the connection ends.
 */
final class Unread {
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final long MOST_MS = 1_000;

    /** As much is not worth a connection: it is dropped, and the next request follows. */
    private static final int NEGLIGIBLE = 64 * 1024;

    private Unread() {}

    /** Whether more may come than is worth waiting for. */
    static boolean isLeft(HttpServerRequest request) {
        if (request.isEnded()) {
            return false;
        }
        long announced = Bodies.announced(request);
        return announced < 0 || announced > NEGLIGIBLE;
    }

    /** Ends the connection when the rest has come, or when it is too much or too slow. */
    static void drain(Vertx vertx, HttpServerRequest request) {
        long timer = vertx.setTimer(MOST_MS, t -> request.connection().close());
        int[] left = {MOST_BYTES};
        Runnable close = () -> {
            vertx.cancelTimer(timer);
            request.connection().close();
        };
        request.exceptionHandler(gone -> vertx.cancelTimer(timer))
                .handler(chunk -> {
                    left[0] -= chunk.length();
                    if (left[0] < 0) {
                        close.run();
                    }
                })
                .endHandler(end -> close.run());
    }
}
