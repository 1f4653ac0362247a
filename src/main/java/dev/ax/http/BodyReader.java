package dev.ax.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads request bodies by hand, which on the routes for submissions is faster than a body handler, and counts while it
 * reads: what is too large is refused at the first byte too many, whatever {@code Content-Length} said.
 *
 * <p>One for each instance of the verticle, owned by its event loop.
 */
final class BodyReader {
    /** Looks of {@link #sweep()} without a byte in between after which a body is given up. */
    private static final int STALLED = 4;

    private static final int FIRST_CAPACITY = 64 * 1024;

    private final BodyBudget budget;
    private final Set<Reading> open = new HashSet<>();

    BodyReader(BodyBudget budget) {
        this.budget = budget;
    }

    /**
     * Reads the body of a request, on the turn in which the request came.
     *
     * @param max bytes
     * @return fails with {@link Refusal} where it is too large, too slow, or where the node has too many bodies in hand;
     *     never completes where the client went away, since nobody is left to answer
     */
    Future<Buffer> read(RoutingContext ctx, int max) {
        HttpServerRequest request = ctx.request();
        long announced = Bodies.announced(request);
        if (announced > max) {
            return Future.failedFuture(Refusal.tooLarge(max));
        }
        if (announced == 0) {
            return Future.succeededFuture(Buffer.buffer());
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            request.response().writeContinue();
        }
        Reading reading = new Reading(request, max, announced);
        ctx.addEndHandler(ended -> reading.release());
        open.add(reading);
        request.handler(reading::chunk).endHandler(end -> reading.end()).exceptionHandler(gone -> reading.gone());
        return reading.promise.future();
    }

    /** Gives up bodies of which nothing came for a while. To be called every few seconds. */
    void sweep() {
        for (Reading reading : new ArrayList<>(open)) {
            reading.sweep();
        }
    }

    private final class Reading {
        private final HttpServerRequest request;
        private final int max;
        private final long announced;
        private final Promise<Buffer> promise = Promise.promise();
        private Buffer first;
        private Buffer all;
        private int length;
        private int taken;
        private int quietSweeps;
        private boolean released;

        private Reading(HttpServerRequest request, int max, long announced) {
            this.request = request;
            this.max = max;
            this.announced = announced;
        }

        private void chunk(Buffer chunk) {
            quietSweeps = 0;
            length += chunk.length();
            if (length > max) {
                refuse(Refusal.tooLarge(max));
            } else if (!take(chunk.length())) {
                refuse(Refusal.busy());
            } else if (first == null) {
                first = chunk; // most bodies come in one piece: it is used as it is
            } else {
                append(chunk);
            }
        }

        private void append(Buffer chunk) {
            if (all == null) {
                // What was announced is not believed beyond this: the sender may never send it.
                int capacity = (int) Math.max(length, Math.min(announced, FIRST_CAPACITY));
                all = Buffer.buffer(capacity).appendBuffer(first);
            }
            all.appendBuffer(chunk);
        }

        private boolean take(int bytes) {
            if (released || !budget.take(bytes)) {
                return false;
            }
            taken += bytes;
            return true;
        }

        private void end() {
            open.remove(this);
            promise.complete(all != null ? all : first != null ? first : Buffer.buffer());
        }

        private void gone() {
            open.remove(this);
            first = null;
            all = null;
        }

        private void refuse(Refusal refusal) {
            gone();
            request.handler(null).endHandler(null);
            promise.fail(refusal);
        }

        private void sweep() {
            if (++quietSweeps >= STALLED) {
                refuse(Refusal.malformed(408));
            }
        }

        private void release() {
            released = true;
            budget.give(taken);
            taken = 0;
        }
    }
}
